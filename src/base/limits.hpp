// Every limit of the engine, with its reason. Reaching one is an error with a name, never silence.
#pragma once

#include <cstddef>
#include <cstdint>

namespace foliot::limits {

/// Longest definition (bundle, coordinator or workflow XML), bytes. Oozie's default is 100,000
/// (WorkflowDefinitionMaxLength); large generated workflows exist, parsing stays below 50 ms.
inline constexpr size_t definition_bytes_max = 1 << 20;
/// Pairs of lines that a difference of two definitions compares: 16 MB of numbers.
inline constexpr size_t diff_cells_max = 4'000'000;
/// Ranges of a coordinator's actions that keep a definition from before an update: each takes 24
/// bytes of a record that is written with every step.
inline constexpr size_t former_definitions_max = 256;
/// Longest workflow in the oozie dialect, bytes (workflow.md 1).
inline constexpr size_t oozie_workflow_bytes_max = 100'000;

/// Deepest nesting of XML elements. Real applications use less than 12; bounds recursion.
inline constexpr size_t xml_depth_max = 64;

/// Longest request body, bytes: a configuration document, never a definition.
inline constexpr size_t request_body_bytes_max = 4 << 20;

/// One request's first line and headers: Jetty's 64 KiB for one value (rest.md 1.3), and counts
/// that no client comes near.
inline constexpr size_t http_url_bytes_max = 64 << 10;
inline constexpr size_t http_header_name_bytes_max = 1'024;
inline constexpr size_t http_header_value_bytes_max = 64 << 10;
inline constexpr size_t http_headers_max = 128;

/// Connections at the same time unless configured otherwise: each may hold one body in memory.
inline constexpr uint32_t http_connections_default = 256;

/// Most properties of one configuration, and longest name and value, bytes.
inline constexpr size_t properties_max = 10'000;
inline constexpr size_t property_name_bytes_max = 1'024;
inline constexpr size_t property_value_bytes_max = 256 << 10;

/// Hadoop resolves `${}` in property values at most this deep (Configuration.MAX_SUBST).
inline constexpr size_t substitution_depth_max = 20;

/// Expression language: longest text, deepest nesting, longest result, most evaluation steps.
/// They bound what one hostile expression can cost to about a millisecond.
inline constexpr size_t el_text_bytes_max = 64 << 10;
inline constexpr size_t el_depth_max = 64;
inline constexpr size_t el_result_bytes_max = 1 << 20;
inline constexpr size_t el_steps_max = 100'000;

/// Bytes that one evaluation may make altogether in functions and variables: each single text is
/// bounded above, but thousands of calls could copy the longest one.
inline constexpr size_t el_work_bytes_max = 32 << 20;

/// Questions about the world that one evaluation asks together. coord:latest(-n) needs n + 1
/// answers at least; more rounds follow where these do not suffice.
inline constexpr size_t probes_at_once_max = 64;

/// The same for the inputs of one action: as many as are known already, so that long gaps take few
/// rounds, up to this many: some 600 kB of paths, and 20 ms of looking.
inline constexpr size_t inputs_at_once_max = 4'096;

/// Instances that one action with latest, future or input logic is told of as they appear; the
/// others that it misses are looked at again bit by bit: so many every so often.
inline constexpr size_t inputs_watched_max = 1'000;
inline constexpr size_t inputs_again_max = 64;
inline constexpr int64_t inputs_again_ms = 60'000;

/// What is kept of the URIs that such an action found until its workflow starts, bytes: it is part
/// of a record.
inline constexpr size_t resolved_inputs_bytes_max = 4 << 20;

/// Questions that one look at what an action misses may ask (`why`): it is done while the caller
/// waits.
inline constexpr size_t looks_for_view_max = 1'000;

/// URIs of one announcement, and bytes of each: the outputs of one run, paths as file systems allow
/// them.
inline constexpr size_t announced_uris_max = 1'000;
inline constexpr size_t announced_uri_bytes_max = 8'192;

/// Instances, and periods without a directory, that coord:latest and coord:future look at: a week
/// of minutes, a year of hours. What is older or later does not count as there.
inline constexpr int64_t open_instances_max = 10'000;

/// Regular expressions (replaceAll, appendAll): longest pattern, and what PCRE2 may spend on one
/// match: steps, and KiB of memory. Sensible patterns need a few hundred steps; catastrophic ones
/// are stopped after some milliseconds.
inline constexpr size_t regex_bytes_max = 4'096;
inline constexpr uint32_t regex_steps_max = 100'000;
inline constexpr uint32_t regex_heap_kib_max = 4'096;

/// The same steps for all matches of one evaluation together: about a tenth of a second at most.
inline constexpr int64_t regex_evaluation_steps_max = 10'000'000;

/// Longest cron frequency, bytes: lists of every minute, hour and day have 400; Oozie's column 255.
inline constexpr size_t cron_text_bytes_max = 1'024;

/// Largest file of the time zone database, bytes: real ones stay below 4,000.
inline constexpr size_t zone_file_bytes_max = 64 << 10;

/// Definitions kept understood in memory, those used last: about 100 KB each at most.
inline constexpr size_t cached_definitions_max = 1'024;

/// Texts of applications kept to spare reading a file that did not change: enough for a thousand
/// workflows of usual size.
inline constexpr size_t remembered_texts_bytes_max = 16 << 20;

/// A file changed less than this before it was read may change again within one tick of its file
/// system's clock (two seconds on FAT), so that its times would not tell: it is read again.
inline constexpr int64_t file_settles_ms = 2'500;

/// Most nodes of one workflow: a node's index is 16 bits on disk, and a record holds them all.
inline constexpr size_t workflow_nodes_max = 10'000;

/// Most members of a bundle that are read, and born, at once: each step writes the whole bundle, so
/// one by one is dear; many at once keep other applications and other jobs' steps waiting.
inline constexpr size_t bundle_members_at_once = 128;

/// Most coordinators of one bundle.
inline constexpr size_t bundle_coordinators_max = 10'000;

/// Most input and output events of one coordinator, and most instances of one event's range: half a
/// year of quarter-hours is in use, and 50,000 dates fill el_result_bytes_max.
inline constexpr size_t coordinator_events_max = 1'000;
inline constexpr size_t instances_per_event_max = 50'000;

/// Most instances of all input events of one action: some 20 MB of URIs while it is looked at.
inline constexpr size_t instances_per_action_max = 100'000;

/// Files of datasets that one coordinator may include, altogether and inside each other: a shared
/// file or two is usual.
inline constexpr size_t included_files_max = 100;
inline constexpr size_t include_depth_max = 8;

/// Most elements below <input-logic>: each event several times over.
inline constexpr size_t input_logic_nodes_max = 4'000;

/// Longest job name, bytes (Oozie's column is 255 characters).
inline constexpr size_t job_name_bytes_max = 255;

/// Longest external id, bytes (Oozie's column is 255 characters): it is part of a key on disk.
inline constexpr size_t external_id_bytes_max = 255;

/// Longest node name (Oozie: ParamChecker.validateActionName, 128 characters).
inline constexpr size_t node_name_bytes_max = 128;

/// Longest system id: 40 characters of a job id less its other parts (coordinator.md 5.1).
inline constexpr size_t system_id_bytes_max = 14;

/// Most actions one materialisation step may create. Bounds the write batch, and with it the time
/// that the committer holds other jobs up; the next step continues from the high-water mark.
inline constexpr uint32_t materialise_step_max = 1'000;

/// Most actions that one step of a LAST_ONLY or NONE job may pass over: all, since they are one
/// record whatever their number (Oozie: action.batch.size, 10000 or -1 for all).
inline constexpr uint32_t catch_up_step_max = UINT32_MAX;

/// Most parts that the scope of an order may have ("1,3-5": two).
inline constexpr size_t scope_parts_max = 10'000;

/// Most actions that one order may rerun or ignore: they are written in one batch.
inline constexpr size_t order_actions_max = 10'000;

/// Coordinator controls (coordinator.md 1.4): minutes and counts.
inline constexpr int32_t timeout_minutes_default = 120;
inline constexpr int32_t timeout_minutes_max = 86'400;
inline constexpr int32_t throttle_default = 12;
inline constexpr int32_t throttle_max = 500;
inline constexpr int32_t concurrency_default = 1;

/// The committer closes a group at this many steps or bytes: one fsync must not grow without bound.
inline constexpr size_t group_steps_max = 2'000;
inline constexpr size_t group_bytes_max = 1 << 20;

/// Commands accepted over HTTP whose commit is not durable yet; beyond it the answer is 503.
inline constexpr size_t uncommitted_commands_max = 1'000;

/// The alarm wakes at most this far ahead, so a stepped or suspended clock cannot make it late.
inline constexpr int64_t alarm_sleep_ms_max = 60'000;

/// Pause before an application that could not be read (disk, descriptors) is read again. Long
/// enough to do no harm, short enough that nobody calls.
inline constexpr int64_t read_again_ms = 15'000;

/// Silent restarts of a lost run (rulings, seed 002).
inline constexpr uint32_t lost_restarts_max = 2;

/// Captured output of an action, characters (oozie.action.max.output.data).
inline constexpr size_t output_data_bytes_max = 2'048;

/// What is kept of an action's standard output and error, bytes each; the rest is cut by the
/// launcher with a sentence that says so.
inline constexpr uint64_t run_log_bytes_max = 16ULL << 20;

/// What one action's evaluated texts may amount to, bytes: Linux takes about 2 MiB of arguments and
/// environment, and a plan is part of the workflow's record.
inline constexpr size_t node_plan_bytes_max = 2 << 20;

/// What is kept of an error's sentence, bytes: it stands in records, lists and messages.
inline constexpr size_t error_text_bytes_max = 4'096;

/// Most matches of one glob in file operations (oozie.action.fs.glob.max).
inline constexpr size_t fs_glob_max = 50'000;

/// Processes that run at the same time on this host unless configured otherwise.
inline constexpr uint32_t run_slots_default = 32;

/// Free space below which new submissions and materialisation are refused (safe mode), bytes.
inline constexpr uint64_t free_space_reserve_default = 64ULL << 20;

/// Free space, beside the bytes of the log, that opening a database takes, bytes: new tables of the
/// log's rows, a new list of files and a new log. RocksDB aborts when it runs out half-way.
inline constexpr uint64_t database_open_bytes_min = 1 << 20;

/// Most retries of an action (rulings 4.5): beyond a thousand it is no retry but a loop.
inline constexpr uint32_t user_retries_max = 1'000;

/// Oozie's cap of them, and its pause before the first where nothing is said, minutes.
inline constexpr uint32_t user_retries_max_oozie = 3;
inline constexpr uint32_t user_retry_minutes = 10;

/// Most retries of a bundle, for the same reason, and the longest pause before one: a year.
inline constexpr uint32_t bundle_retry_max = 1'000;
inline constexpr uint32_t bundle_retry_minutes_max = 366 * 24 * 60;

/// Actions that one look at the backlog counts: half a second of reading.
inline constexpr uint64_t backlog_actions_max = 500'000;

/// Fastest limit of starts, and largest burst: beyond it the limit limits nothing.
inline constexpr uint32_t starts_per_minute_max = 1'000'000;

/// Most jobs of one command to many, so many of them under way at once, and so many such commands
/// at a time: the committer has to serve everybody else meanwhile.
inline constexpr size_t bulk_jobs_max = 1'000;
inline constexpr size_t bulk_orders_at_once = 32;
inline constexpr size_t bulk_commands_max = 4;

/// Longest filter of such a command, bytes: it is kept in the audit.
inline constexpr size_t bulk_filter_bytes_max = 64 << 10;

/// What the audit keeps of the sentence about one job, bytes.
inline constexpr size_t audit_sentence_bytes_max = 512;

/// Starts of an action that failed for a passing reason: how often it is tried again and how many
/// seconds later (oozie.action.retries.max and oozie.action.retry.interval), and the most a job may
/// ask for.
inline constexpr uint32_t start_retries = 3;
inline constexpr uint32_t start_retries_max = 1'000;
inline constexpr uint32_t start_retry_seconds = 10;

/// How long the helper program has to end what it began elsewhere, when it is killed, ms.
inline constexpr uint32_t helper_ends_ms = 30'000;

/// Memory of the database: blocks that were read and rows that are not written to tables yet, and
/// the part that the latter may have.
inline constexpr size_t store_memory_bytes = 32 << 20;
inline constexpr size_t store_unwritten_bytes = 16 << 20;

/// Trees that one step of the purge takes away (oozie.service.PurgeService.purge.limit), the bytes
/// of one such batch, of a batch below a living tree, how long the purge rests between two steps,
/// the same where a person waits for its end (6,000 jobs a second), and the trees that one step
/// looks at: the purge must not keep a commit waiting. Measured (bench/purge): batches of 64 KiB,
/// each synced, and no rest raise the p99 of a start four times; with 8 KiB, 100 ms and no sync for
/// the purge alone it is that of a start without a purge, and rests of 500 ms change nothing more.
/// Still 700 jobs go in a second.
inline constexpr uint32_t purge_trees_per_step_default = 100;
inline constexpr size_t purge_tree_batch_bytes_max = 8 << 10;
inline constexpr size_t purge_batch_bytes_max = 1 << 20;
inline constexpr int64_t purge_rest_ms = 100;
inline constexpr int64_t purge_rest_by_hand_ms = 10;
inline constexpr size_t purge_trees_looked_at_max = 2'000;

/// The greatest age that may be asked for, days: some 270 years, well within what an instant holds.
inline constexpr uint32_t purge_days_max = 100'000;

/// Journal entries of a living tree that one step of the purge takes away: their entities are kept
/// in memory meanwhile (some 20 MB), and each such step costs its coordinators an event and whoever
/// lies across its end a snapshot. A preview looks further: it takes nothing away, so it sees only
/// these.
inline constexpr size_t purge_entries_max = 100'000;
inline constexpr size_t purge_preview_max = 1'000'000;

/// Rows of one list answer unless the client asks for more, and the most it may ask for.
inline constexpr size_t list_length_default = 50;
inline constexpr size_t list_length_max = 10'000;

}  // namespace foliot::limits

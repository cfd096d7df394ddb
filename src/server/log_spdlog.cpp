#include "server/log_spdlog.hpp"

#include <spdlog/logger.h>
#include <spdlog/pattern_formatter.h>
#include <spdlog/sinks/basic_file_sink.h>
#include <spdlog/sinks/rotating_file_sink.h>
#include <spdlog/sinks/stdout_sinks.h>

#include <utility>

#include "server/http_settings.hpp"

namespace foliot::server {

namespace {

spdlog::level::level_enum to_spdlog(log_level level) {
  switch (level) {
    case log_level::debug: return spdlog::level::debug;
    case log_level::info: return spdlog::level::info;
    case log_level::warn: return spdlog::level::warn;
    case log_level::error: break;
  }
  return spdlog::level::err;
}

class spdlog_sink final : public leveled_log {
 public:
  spdlog_sink(std::shared_ptr<spdlog::logger> logger, log_level least)
      : logger_(std::move(logger)), levels_(least) {}

  void write(log_level level, std::string_view event, const std::string& sentence) override {
    if (!levels_.lets(level, event)) return;
    std::string line(event);
    line += ' ';
    line += sentence;
    for (char& c : line)
      if (static_cast<unsigned char>(c) < 0x20) c = ' ';
    logger_->log(to_spdlog(level), spdlog::string_view_t(line));
  }

  log_levels& levels() override { return levels_; }

 private:
  std::shared_ptr<spdlog::logger> logger_;
  log_levels levels_;
};

}  // namespace

result<std::unique_ptr<leveled_log>> open_log(const std::string& file, log_level least) {
  try {
    spdlog::sink_ptr sink;
    if (file.empty())
      sink = std::make_shared<spdlog::sinks::stderr_sink_mt>();
    else
      sink = std::make_shared<spdlog::sinks::basic_file_sink_mt>(file);
    auto logger = std::make_shared<spdlog::logger>("foliot", std::move(sink));
    logger->set_formatter(std::make_unique<spdlog::pattern_formatter>(
        "%Y-%m-%dT%H:%M:%S.%eZ %-7l %v", spdlog::pattern_time_type::utc));
    logger->set_level(spdlog::level::debug);  // the sink decides
    logger->flush_on(spdlog::level::info);
    return std::unique_ptr<leveled_log>(std::make_unique<spdlog_sink>(std::move(logger), least));
  } catch (const spdlog::spdlog_ex& error) {
    return failure{errc::io, std::string("cannot write the log: ") + error.what(), "", file,
                   "Name another file with log_file, or leave it out for standard error"};
  }
}

result<std::function<void(const std::string& line)>> open_access_log(const std::string& file,
                                                                     uint32_t mib, uint32_t files) {
  try {
    auto sink =
        std::make_shared<spdlog::sinks::rotating_file_sink_mt>(file, size_t{mib} << 20, files);
    auto logger = std::make_shared<spdlog::logger>("access", std::move(sink));
    logger->set_formatter(std::make_unique<spdlog::pattern_formatter>(
        "%Y-%m-%dT%H:%M:%S.%eZ %v", spdlog::pattern_time_type::utc));
    logger->flush_on(spdlog::level::info);
    return std::function<void(const std::string&)>{
        [logger](const std::string& line) { logger->info(spdlog::string_view_t(line)); }};
  } catch (const spdlog::spdlog_ex& error) {
    return failure{errc::io, std::string("cannot write the access log: ") + error.what(), "", file,
                   "Name another file with access_log, or off"};
  }
}

}  // namespace foliot::server

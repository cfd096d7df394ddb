#include "time/java_zone_names.hpp"

#include <algorithm>
#include <array>
#include <string>

namespace foliot::time {

namespace {

/// The names of one kind of clock, and the ids of the zones that have it, each between blanks.
struct named {
  std::string_view standard;
  std::string_view daylight;
  std::string_view ids;
};

// What Java 17 calls the zones of its TimeZone.getAvailableIDs in English. The names in the time
// zone database differ: many of its zones have an offset for a name.
constexpr std::array zones{
    named{"GMT", "GHST", " Africa/Accra "},
    named{"EAT", "EAST",
          " Africa/Addis_Ababa Africa/Asmara Africa/Asmera Africa/Dar_es_Salaam "
          "Africa/Djibouti Africa/Kampala Africa/Mogadishu Africa/Nairobi Indian/Antananarivo "
          "Indian/Comoro Indian/Mayotte EAT "},
    named{"CET", "CEST",
          " Africa/Algiers Africa/Ceuta Africa/Tunis Arctic/Longyearbyen Atlantic/Jan_Mayen "
          "CET Europe/Amsterdam Europe/Andorra Europe/Belgrade Europe/Berlin Europe/Bratislava "
          "Europe/Brussels Europe/Budapest Europe/Busingen Europe/Copenhagen Europe/Gibraltar "
          "Europe/Ljubljana Europe/Luxembourg Europe/Madrid Europe/Malta Europe/Monaco "
          "Europe/Oslo Europe/Paris Europe/Podgorica Europe/Prague Europe/Rome "
          "Europe/San_Marino Europe/Sarajevo Europe/Skopje Europe/Stockholm Europe/Tirane "
          "Europe/Vaduz Europe/Vatican Europe/Vienna Europe/Warsaw Europe/Zagreb Europe/Zurich "
          "Poland ECT "},
    named{"WAT", "WAST",
          " Africa/Bangui Africa/Brazzaville Africa/Douala Africa/Kinshasa Africa/Lagos "
          "Africa/Libreville Africa/Luanda Africa/Malabo Africa/Ndjamena Africa/Niamey "
          "Africa/Porto-Novo "},
    named{"CAT", "CAST",
          " Africa/Blantyre Africa/Bujumbura Africa/Gaborone Africa/Harare Africa/Juba "
          "Africa/Khartoum Africa/Kigali Africa/Lubumbashi Africa/Lusaka Africa/Maputo CAT "},
    named{"EET", "EEST",
          " Africa/Cairo Africa/Tripoli Asia/Amman Asia/Beirut Asia/Damascus Asia/Famagusta "
          "Asia/Gaza Asia/Hebron Asia/Nicosia EET Egypt Europe/Athens Europe/Bucharest "
          "Europe/Chisinau Europe/Helsinki Europe/Kaliningrad Europe/Kiev Europe/Kyiv "
          "Europe/Mariehamn Europe/Nicosia Europe/Riga Europe/Sofia Europe/Tallinn "
          "Europe/Tiraspol Europe/Uzhgorod Europe/Vilnius Europe/Zaporozhye Libya ART "},
    named{"WET", "WEST",
          " Africa/Casablanca Africa/El_Aaiun Atlantic/Canary Atlantic/Faeroe Atlantic/Faroe "
          "Atlantic/Madeira Europe/Lisbon Portugal WET "},
    named{"SAST", "SAST", " Africa/Johannesburg Africa/Maseru Africa/Mbabane "},
    named{"CAT", "WAT", " Africa/Windhoek "},
    named{"HAST", "HADT", " America/Adak America/Atka Pacific/Johnston US/Aleutian "},
    named{"AKST", "AKDT",
          " America/Anchorage America/Juneau America/Metlakatla America/Nome America/Sitka "
          "America/Yakutat SystemV/YST9YDT US/Alaska AST "},
    named{"AST", "ADT",
          " America/Anguilla America/Antigua America/Aruba America/Barbados "
          "America/Blanc-Sablon America/Curacao America/Dominica America/Glace_Bay "
          "America/Goose_Bay America/Grenada America/Guadeloupe America/Halifax "
          "America/Kralendijk America/Lower_Princes America/Marigot America/Martinique "
          "America/Moncton America/Montserrat America/Port_of_Spain America/Puerto_Rico "
          "America/Santo_Domingo America/St_Barthelemy America/St_Kitts America/St_Lucia "
          "America/St_Thomas America/St_Vincent America/Thule America/Tortola America/Virgin "
          "Asia/Aden Asia/Baghdad Asia/Bahrain Asia/Kuwait Asia/Qatar Asia/Riyadh "
          "Atlantic/Bermuda Canada/Atlantic SystemV/AST4 SystemV/AST4ADT PRT "},
    named{"BRT", "BRST",
          " America/Araguaina America/Bahia America/Belem America/Fortaleza America/Maceio "
          "America/Recife America/Santarem America/Sao_Paulo Brazil/East BET "},
    named{"ART", "ARST",
          " America/Argentina/Buenos_Aires America/Argentina/Catamarca "
          "America/Argentina/ComodRivadavia America/Argentina/Cordoba America/Argentina/Jujuy "
          "America/Argentina/La_Rioja America/Argentina/Mendoza America/Argentina/Rio_Gallegos "
          "America/Argentina/Salta America/Argentina/San_Juan America/Argentina/San_Luis "
          "America/Argentina/Tucuman America/Argentina/Ushuaia America/Buenos_Aires "
          "America/Catamarca America/Cordoba America/Jujuy America/Mendoza America/Rosario AGT "},
    named{"PYT", "PYST", " America/Asuncion "},
    named{"EST", "EDT",
          " America/Atikokan America/Cancun America/Cayman America/Coral_Harbour "
          "America/Detroit America/Fort_Wayne America/Grand_Turk America/Indiana/Indianapolis "
          "America/Indiana/Marengo America/Indiana/Petersburg America/Indiana/Vevay "
          "America/Indiana/Vincennes America/Indiana/Winamac America/Indianapolis "
          "America/Iqaluit America/Jamaica America/Kentucky/Louisville "
          "America/Kentucky/Monticello America/Louisville America/Montreal America/Nassau "
          "America/New_York America/Nipigon America/Panama America/Pangnirtung "
          "America/Port-au-Prince America/Thunder_Bay America/Toronto Canada/Eastern EST5EDT "
          "Jamaica SystemV/EST5 SystemV/EST5EDT US/East-Indiana US/Eastern US/Michigan IET "},
    named{"CST", "CDT",
          " America/Bahia_Banderas America/Belize America/Chicago America/Chihuahua "
          "America/Costa_Rica America/El_Salvador America/Guatemala America/Havana "
          "America/Indiana/Knox America/Indiana/Tell_City America/Knox_IN America/Managua "
          "America/Matamoros America/Menominee America/Merida America/Mexico_City "
          "America/Monterrey America/North_Dakota/Beulah America/North_Dakota/Center "
          "America/North_Dakota/New_Salem America/Ojinaga America/Rainy_River "
          "America/Rankin_Inlet America/Regina America/Resolute America/Swift_Current "
          "America/Tegucigalpa America/Winnipeg Asia/Chongqing Asia/Chungking Asia/Harbin "
          "Asia/Macao Asia/Macau Asia/Shanghai Asia/Taipei CST6CDT Canada/Central "
          "Canada/Saskatchewan Cuba Mexico/General PRC SystemV/CST6 SystemV/CST6CDT US/Central "
          "US/Indiana-Starke CST CTT "},
    named{"AMT", "AMST",
          " America/Boa_Vista America/Campo_Grande America/Cuiaba America/Manaus "
          "America/Porto_Velho Asia/Yerevan Brazil/West NET "},
    named{"COT", "COST", " America/Bogota "},
    named{"MST", "MDT",
          " America/Boise America/Cambridge_Bay America/Ciudad_Juarez America/Creston "
          "America/Dawson America/Dawson_Creek America/Denver America/Edmonton "
          "America/Fort_Nelson America/Hermosillo America/Inuvik America/Mazatlan "
          "America/Phoenix America/Shiprock America/Whitehorse America/Yellowknife "
          "Canada/Mountain Canada/Yukon MST7MDT Mexico/BajaSur Navajo SystemV/MST7 "
          "SystemV/MST7MDT US/Arizona US/Mountain PNT "},
    named{"VET", "VEST", " America/Caracas "},
    named{"GFT", "GFST", " America/Cayenne "},
    named{"ACT", "ACST", " America/Eirunepe America/Porto_Acre America/Rio_Branco Brazil/Acre "},
    named{"PST", "PDT",
          " America/Ensenada America/Los_Angeles America/Santa_Isabel America/Tijuana "
          "America/Vancouver Asia/Manila Canada/Pacific Mexico/BajaNorte PST8PDT "
          "Pacific/Pitcairn SystemV/PST8PDT US/Pacific PST "},
    named{"WGT", "WGST", " America/Godthab America/Nuuk "},
    named{"ECT", "ECST", " America/Guayaquil "},
    named{"GYT", "GYST", " America/Guyana "},
    named{"BOT", "BOST", " America/La_Paz "},
    named{"PET", "PEST", " America/Lima "},
    named{"PMST", "PMDT", " America/Miquelon "},
    named{"UYT", "UYST", " America/Montevideo "},
    named{"FNT", "FNST", " America/Noronha Brazil/DeNoronha "},
    named{"SRT", "SRST", " America/Paramaribo "},
    named{"CLT", "CLST", " America/Santiago Antarctica/Palmer Chile/Continental "},
    named{"EGT", "EGST", " America/Scoresbysund "},
    named{"NST", "NDT", " America/St_Johns Canada/Newfoundland CNT "},
    named{"AWST", "AWDT", " Antarctica/Casey Australia/Perth Australia/West "},
    named{"DAVT", "DAVST", " Antarctica/Davis "},
    named{"DDUT", "DDUST", " Antarctica/DumontDUrville "},
    named{"AEST", "AEDT",
          " Antarctica/Macquarie Australia/ACT Australia/Brisbane Australia/Canberra "
          "Australia/Currie Australia/Hobart Australia/Lindeman Australia/Melbourne "
          "Australia/NSW Australia/Queensland Australia/Sydney Australia/Tasmania "
          "Australia/Victoria AET "},
    named{"MAWT", "MAWST", " Antarctica/Mawson "},
    named{"NZST", "NZDT", " Antarctica/McMurdo Antarctica/South_Pole NZ Pacific/Auckland NST "},
    named{"ROTT", "ROTST", " Antarctica/Rothera "},
    named{"SYOT", "SYOST", " Antarctica/Syowa "},
    named{"GMT", "CEST", " Antarctica/Troll "},
    named{"VOST", "VOSST", " Antarctica/Vostok "},
    named{"ALMT", "ALMST", " Asia/Almaty "},
    named{"ANAT", "ANAST", " Asia/Anadyr "},
    named{"AQTT", "AQTST", " Asia/Aqtau Asia/Aqtobe "},
    named{"TMT", "TMST", " Asia/Ashgabat Asia/Ashkhabad "},
    named{"AZT", "AZST", " Asia/Baku "},
    named{"ICT", "ICST",
          " Asia/Bangkok Asia/Ho_Chi_Minh Asia/Phnom_Penh Asia/Saigon Asia/Vientiane VST "},
    named{"KGT", "KGST", " Asia/Bishkek "},
    named{"BNT", "BNST", " Asia/Brunei "},
    named{"IST", "IDT",
          " Asia/Calcutta Asia/Colombo Asia/Jerusalem Asia/Kolkata Asia/Tel_Aviv Israel IST "},
    named{"YAKT", "YAKST", " Asia/Chita Asia/Khandyga Asia/Yakutsk "},
    named{"CHOT", "CHOST", " Asia/Choibalsan "},
    named{"BDT", "BDST", " Asia/Dacca Asia/Dhaka BST "},
    named{"TLT", "TLST", " Asia/Dili "},
    named{"GST", "GDT", " Asia/Dubai Asia/Muscat Atlantic/South_Georgia "},
    named{"TJT", "TJST", " Asia/Dushanbe "},
    named{"HKT", "HKST", " Asia/Hong_Kong Hongkong "},
    named{"HOVT", "HOVST", " Asia/Hovd "},
    named{"IRKT", "IRKST", " Asia/Irkutsk "},
    named{"TRT", "TRST", " Asia/Istanbul Europe/Istanbul Turkey "},
    named{"WIB", "WIST", " Asia/Jakarta Asia/Pontianak "},
    named{"WIT", "EIST", " Asia/Jayapura "},
    named{"AFT", "AFST", " Asia/Kabul "},
    named{"PETT", "PETST", " Asia/Kamchatka "},
    named{"PKT", "PKST", " Asia/Karachi PLT "},
    named{"XJT", "XJDT", " Asia/Kashgar Asia/Urumqi "},
    named{"NPT", "NPST", " Asia/Kathmandu Asia/Katmandu "},
    named{"KRAT", "KRAST", " Asia/Krasnoyarsk Asia/Novokuznetsk "},
    named{"MYT", "MYST", " Asia/Kuala_Lumpur Asia/Kuching "},
    named{"MAGT", "MAGST", " Asia/Magadan "},
    named{"WITA", "CIST", " Asia/Makassar Asia/Ujung_Pandang "},
    named{"NOVT", "NOVST", " Asia/Novosibirsk "},
    named{"OMST", "OMSST", " Asia/Omsk "},
    named{"ORAT", "ORAST", " Asia/Oral "},
    named{"KST", "KDT", " Asia/Pyongyang Asia/Seoul ROK "},
    named{"QOST", "QOSST", " Asia/Qostanay "},
    named{"QYZT", "QYZST", " Asia/Qyzylorda "},
    named{"MMT", "MMST", " Asia/Rangoon Asia/Yangon "},
    named{"SAKT", "SAKST", " Asia/Sakhalin "},
    named{"UZT", "UZST", " Asia/Samarkand Asia/Tashkent "},
    named{"SGT", "SGST", " Asia/Singapore Singapore "},
    named{"SRET", "SREDT", " Asia/Srednekolymsk "},
    named{"GET", "GEST", " Asia/Tbilisi "},
    named{"IRST", "IRDT", " Asia/Tehran Iran "},
    named{"BTT", "BTST", " Asia/Thimbu Asia/Thimphu "},
    named{"JST", "JDT", " Asia/Tokyo Japan JST "},
    named{"ULAT", "ULAST", " Asia/Ulaanbaatar Asia/Ulan_Bator "},
    named{"VLAT", "VLAST", " Asia/Ust-Nera Asia/Vladivostok "},
    named{"YEKT", "YEKST", " Asia/Yekaterinburg "},
    named{"AZOT", "AZOST", " Atlantic/Azores "},
    named{"CVT", "CVST", " Atlantic/Cape_Verde "},
    named{"FKT", "FKST", " Atlantic/Stanley "},
    named{"ACST", "ACDT",
          " Australia/Adelaide Australia/Broken_Hill Australia/Darwin Australia/North "
          "Australia/South Australia/Yancowinna ACT "},
    named{"ACWST", "ACWDT", " Australia/Eucla "},
    named{"LHST", "LHDT", " Australia/LHI Australia/Lord_Howe "},
    named{"EAST", "EASST", " Chile/EasterIsland Pacific/Easter "},
    named{"GMT", "IST", " Eire Europe/Dublin "},
    named{"UTC", "UTC", " Etc/UCT Etc/UTC Etc/Universal Etc/Zulu UCT UTC Universal Zulu "},
    named{"GMT", "BST",
          " Europe/Belfast Europe/Guernsey Europe/Isle_of_Man Europe/Jersey Europe/London GB "
          "GB-Eire "},
    named{"MSK", "MSD",
          " Europe/Kirov Europe/Minsk Europe/Moscow Europe/Simferopol Europe/Volgograd W-SU "},
    named{"SAMT", "SAMST", " Europe/Samara "},
    named{"IOT", "IOST", " Indian/Chagos "},
    named{"CXT", "CXST", " Indian/Christmas "},
    named{"CCT", "CCST", " Indian/Cocos "},
    named{"TFT", "TFST", " Indian/Kerguelen "},
    named{"SCT", "SCST", " Indian/Mahe "},
    named{"MVT", "MVST", " Indian/Maldives "},
    named{"MUT", "MUST", " Indian/Mauritius "},
    named{"RET", "REST", " Indian/Reunion "},
    named{"MHT", "MHST", " Kwajalein Pacific/Kwajalein Pacific/Majuro "},
    named{"MET", "MEST", " MET "},
    named{"CHAST", "CHADT", " NZ-CHAT Pacific/Chatham "},
    named{"WSST", "WSDT", " Pacific/Apia MIT "},
    named{"BST", "BST", " Pacific/Bougainville "},
    named{"CHUT", "CHUST", " Pacific/Chuuk Pacific/Truk Pacific/Yap "},
    named{"VUT", "VUST", " Pacific/Efate "},
    named{"PHOT", "PHOST", " Pacific/Enderbury "},
    named{"TKT", "TKST", " Pacific/Fakaofo "},
    named{"FJT", "FJST", " Pacific/Fiji "},
    named{"TVT", "TVST", " Pacific/Funafuti "},
    named{"GALT", "GALST", " Pacific/Galapagos "},
    named{"GAMT", "GAMST", " Pacific/Gambier "},
    named{"SBT", "SBST", " Pacific/Guadalcanal SST "},
    named{"ChST", "ChDT", " Pacific/Guam Pacific/Saipan "},
    named{"HST", "HDT", " Pacific/Honolulu SystemV/HST10 US/Hawaii "},
    named{"LINT", "LINST", " Pacific/Kiritimati "},
    named{"KOST", "KOSST", " Pacific/Kosrae "},
    named{"MART", "MARST", " Pacific/Marquesas "},
    named{"SST", "SDT", " Pacific/Midway Pacific/Pago_Pago Pacific/Samoa US/Samoa "},
    named{"NRT", "NRST", " Pacific/Nauru "},
    named{"NUT", "NUST", " Pacific/Niue "},
    named{"NFT", "NFST", " Pacific/Norfolk "},
    named{"NCT", "NCST", " Pacific/Noumea "},
    named{"PWT", "PWST", " Pacific/Palau "},
    named{"PONT", "PONST", " Pacific/Pohnpei Pacific/Ponape "},
    named{"PGT", "PGST", " Pacific/Port_Moresby "},
    named{"CKT", "CKHST", " Pacific/Rarotonga "},
    named{"TAHT", "TAHST", " Pacific/Tahiti "},
    named{"GILT", "GILST", " Pacific/Tarawa "},
    named{"TOT", "TOST", " Pacific/Tongatapu "},
    named{"WAKT", "WAKST", " Pacific/Wake "},
    named{"WFT", "WFST", " Pacific/Wallis "},
    named{"PST", "PST", " SystemV/PST8 "},
    named{"AKST", "AKST", " SystemV/YST9 "},
    named{"EST", "EST", " EST "},
    named{"HST", "HST", " HST "},
    named{"MST", "MST", " MST "},
};

}  // namespace

short_names java_short_names(std::string_view java_id) {
  const std::string wanted = " " + std::string(java_id) + " ";
  const auto found = std::find_if(zones.begin(), zones.end(), [&](const named& one) {
    return one.ids.find(wanted) != std::string_view::npos;
  });
  if (found == zones.end()) return {};
  return {found->standard, found->daylight};
}

}  // namespace foliot::time

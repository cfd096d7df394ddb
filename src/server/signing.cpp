#include "server/signing.hpp"

#include <fcntl.h>
#include <openssl/evp.h>
#include <openssl/hmac.h>
#include <sys/random.h>
#include <sys/stat.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <cstring>
#include <optional>
#include <utility>

namespace foliot::server {

namespace {

constexpr size_t secret_bytes_min = 16;
constexpr size_t secret_bytes_max = 4'096;

/// A descriptor that is closed.
class open_file {
 public:
  explicit open_file(int number) : number_(number) {}
  ~open_file() {
    if (number_ >= 0) ::close(number_);
  }
  open_file(const open_file&) = delete;
  open_file& operator=(const open_file&) = delete;
  int number() const { return number_; }

 private:
  int number_;
};

failure trouble(const std::string& path, const std::string& what) {
  return {errno == EACCES || errno == EPERM ? errc::forbidden : errc::io,
          what + ": " + std::strerror(errno), "", path, "Check the path in auth_secret_file"};
}

std::string hex(const unsigned char* bytes, size_t count) {
  constexpr std::string_view digits = "0123456789abcdef";
  std::string out;
  for (size_t i = 0; i < count; ++i) {
    out += digits[bytes[i] >> 4];
    out += digits[bytes[i] & 0xF];
  }
  return out;
}

/// Made whole under another name first, so that a crash leaves none that is too short.
result<void> make_secret(const std::string& path) {
  std::array<unsigned char, 32> chance{};
  if (::getrandom(chance.data(), chance.size(), 0) != static_cast<ssize_t>(chance.size()))
    return trouble(path, "the kernel gives no random bytes");
  const std::string text = hex(chance.data(), chance.size()) + "\n";
  const std::string fresh = path + ".new";
  ::unlink(fresh.c_str());
  const open_file file(::open(fresh.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0600));
  if (file.number() < 0) return trouble(fresh, "the secret of cookies cannot be written");
  if (::write(file.number(), text.data(), text.size()) != static_cast<ssize_t>(text.size()) ||
      ::fsync(file.number()) != 0 || ::rename(fresh.c_str(), path.c_str()) != 0)
    return trouble(path, "the secret of cookies cannot be written");
  return {};
}

result<void> check_private(const open_file& file, const std::string& path) {
  struct stat about {};
  if (::fstat(file.number(), &about) != 0) return trouble(path, "the secret cannot be looked at");
  if (!S_ISREG(about.st_mode))
    return failure{errc::bad_input, "the secret of cookies is no file", "", path,
                   "Name a file in auth_secret_file"};
  if (about.st_uid != ::geteuid())
    return failure{errc::forbidden, "the secret of cookies belongs to another user", "", path,
                   "Run chown on it, or name another file in auth_secret_file"};
  if ((about.st_mode & 077) != 0)
    return failure{errc::forbidden, "others may read the secret of cookies", "", path,
                   "Run chmod 600 on it; if somebody may have read it, remove it"};
  return {};
}

}  // namespace

result<std::string> load_secret(const std::string& path, bool make) {
  const auto open_it = [&] { return ::open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NOFOLLOW); };
  int number = open_it();
  if (number < 0 && errno == ENOENT && make) {
    if (auto made = make_secret(path); !made) return std::move(made).error();
    number = open_it();
  }
  const open_file file(number);
  if (number < 0 && errno == ENOENT)
    return failure{errc::not_found, "there is no file with the secret of cookies", "", path,
                   "Make it, for this user alone, or leave auth_secret_file empty"};
  if (number < 0) return trouble(path, "the secret of cookies cannot be read");
  if (auto fine = check_private(file, path); !fine) return std::move(fine).error();
  std::string text(secret_bytes_max + 1, '\0');
  const ssize_t length = ::read(number, text.data(), text.size());
  if (length < 0) return trouble(path, "the secret of cookies cannot be read");
  text.resize(static_cast<size_t>(length));
  const size_t longest = text.size();
  while (!text.empty() && static_cast<unsigned char>(text.back()) <= ' ') text.pop_back();
  if (text.size() < secret_bytes_min || longest > secret_bytes_max)
    return failure{errc::bad_input, "the secret of cookies has not 16 to 4096 bytes", "", path,
                   "Write a longer one into it, or remove the file"};
  return text;
}

http::sign_fn hmac_signature(std::string secret) {
  return [secret = std::move(secret)](std::string_view text) {
    std::array<unsigned char, EVP_MAX_MD_SIZE> digest{};
    unsigned int length = 0;
    const auto* bytes = reinterpret_cast<const unsigned char*>(text.data());
    if (::HMAC(EVP_sha256(), secret.data(), static_cast<int>(secret.size()), bytes, text.size(),
               digest.data(), &length) == nullptr)
      return std::string{};
    std::array<unsigned char, 2 * EVP_MAX_MD_SIZE> base64{};
    const int size = ::EVP_EncodeBlock(base64.data(), digest.data(), static_cast<int>(length));
    return std::string(reinterpret_cast<const char*>(base64.data()), static_cast<size_t>(size));
  };
}

}  // namespace foliot::server

# Fill in url and sha256 from the release: the line of the .tgz in SHA256SUMS.
class Tonstift < Formula
  desc "Turn folders of audio into albums for a tiptoi pen"
  homepage "https://www.npmjs.com/package/tonstift"
  url "https://example.org/tonstift-0.1.0.tgz"
  sha256 "0000000000000000000000000000000000000000000000000000000000000000"
  license all_of: ["MIT", "OFL-1.1", "Apache-2.0", "GPL-2.0-or-later"]

  depends_on "node"

  def install
    system "npm", "install", *std_npm_args
    bin.install_symlink libexec.glob("bin/*")
    man1.install_symlink libexec.glob("lib/node_modules/tonstift/dist/*.1")
  end

  service do
    run [opt_bin/"tonstift", "run"]
    # As in service-units/launchd. Node.js and ffmpeg are in the PATH of Homebrew, which launchd does not have.
    environment_variables PATH: std_service_path_env, TONSTIFT_RESTARTED_BY: "brew services",
                          NODE_OPTIONS: "--max-semi-space-size=2"
    # After a failure: macOS reads the first one, Linux the second.
    keep_alive successful_exit: false, crashed: true
    log_path var/"log/tonstift.log"
    error_log_path var/"log/tonstift.log"
  end

  test do
    assert_match version.to_s, shell_output("#{bin}/tonstift --version")
  end
end

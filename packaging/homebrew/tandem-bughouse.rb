# Builds from the sources; the window needs no library that macOS lacks.
class TandemBughouse < Formula
  desc "Replay and annotate bughouse chess matches"
  homepage "@ADDRESS@"
  url "@ADDRESS@/tandem-@VERSION@.tar.gz"
  sha256 "@SHA256:tandem-@VERSION@.tar.gz@"
  license "GPL-3.0-or-later"

  depends_on "rust" => :build

  def install
    system "cargo", "build", "--locked", "--profile", "dist"
    bin.install "target/dist/tandem"
    system "packaging/macos/bundle"
    prefix.install "target/Tandem.app"
    man1.install "packaging/tandem.1"
    bash_completion.install "packaging/completions/tandem.bash" => "tandem"
    zsh_completion.install "packaging/completions/_tandem"
    fish_completion.install "packaging/completions/tandem.fish"
    pkgshare.install "assets/samples"
  end

  test do
    assert_match version.to_s, shell_output("#{bin}/tandem --version")
    system bin/"tandem", "check", "--quiet", pkgshare/"samples/bpgn-1.2.bpgn"
  end
end

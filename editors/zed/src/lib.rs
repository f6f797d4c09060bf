//! Starts the language server of the npm package robots-wasm-cli, which Zed installs.
use zed_extension_api::{self as zed, Command, LanguageServerId, Result, Worktree};

const PACKAGE: &str = "robots-wasm-cli";

struct RobotsTxt;

impl zed::Extension for RobotsTxt {
    fn new() -> Self {
        RobotsTxt
    }

    fn language_server_command(&mut self, _: &LanguageServerId, _: &Worktree) -> Result<Command> {
        let installed = zed::npm_package_installed_version(PACKAGE)?;
        match zed::npm_package_latest_version(PACKAGE) {
            Ok(latest) if installed.as_ref() != Some(&latest) => zed::npm_install_package(PACKAGE, &latest)?,
            // Without a network, the installed version serves.
            Err(error) if installed.is_none() => return Err(error),
            _ => {}
        }
        let folder = std::env::current_dir().map_err(|error| error.to_string())?;
        let server = folder.join("node_modules").join(PACKAGE).join("dist/cli/main.js");
        Ok(Command {
            command: zed::node_binary_path()?,
            args: vec![server.to_string_lossy().into(), "language-server".into(), "--stdio".into()],
            env: Vec::new(),
        })
    }
}

zed::register_extension!(RobotsTxt);

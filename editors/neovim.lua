-- Neovim 0.11 or newer: write this into init.lua.
vim.filetype.add({ pattern = { [".*robots%.txt"] = "robots", [".*robots%.txt%.%w+"] = "robots" } })
vim.lsp.config("robots", {
  cmd = { "npx", "robots-wasm-cli", "language-server", "--stdio" },
  filetypes = { "robots" },
})
vim.lsp.enable("robots")
-- Verdicts behind assertions.
vim.lsp.inlay_hint.enable(true)

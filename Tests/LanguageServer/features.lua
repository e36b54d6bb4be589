-- Neovim's own functions on a sample: diagnostics, hover, definition, completion, rename, code action, formatting.
local client = dofile("client.lua")
local check = client.check

client.open(client.work .. "/Definitions/PhoneVerification.state.json")
client.wait_for(function(found) return #found == 0 end, "the sample has findings")

client.go_to('"waitSeconds == 0"', 3)
local hover = client.request("textDocument/hover")
check(hover.contents.value:find("property waitSeconds: int", 1, true), "hover: " .. hover.contents.value)

local declared = client.request("textDocument/definition")
check(#declared == 1 and declared[1].range.start.line == 10, "definition: " .. vim.inspect(declared))

-- A mistake, and the fix that Neovim applies.
client.go_to('"set": { "inProgress": false } },', 10)
vim.api.nvim_buf_set_text(0, vim.fn.line(".") - 1, vim.fn.col(".") - 1, vim.fn.line(".") - 1, vim.fn.col("."), { "I" })
client.wait_for(function(found) return #found == 1 and found[1].code == "name/unknown" end, "no finding")
client.go_to('"set": { "InProgress"', 10)
local range = vim.lsp.util.make_range_params(0, "utf-16")
range.context = { diagnostics = {} }
local actions = vim.lsp.buf_request_sync(0, "textDocument/codeAction", range, 5000)[client.id].result
local fix
for _, action in ipairs(actions) do if action.isPreferred then fix = action end end
check(fix and fix.title == "write `inProgress`", "code action: " .. vim.inspect(actions))
vim.lsp.util.apply_workspace_edit(fix.edit, "utf-16")
client.wait_for(function(found) return #found == 0 end, "the fix does not help")

-- Completion through omnifunc, which is what a user of this Neovim has.
client.go_to('"waitSeconds == 0"', 1)
local items = client.request("textDocument/completion").items
local labels = {}
for _, item in ipairs(items) do labels[item.label] = true end
check(labels["waitSeconds"] and labels["isIn"], "completion: " .. vim.inspect(labels))

-- Rename in the definition and in its spec.
client.go_to('"smsSent":', 2)
vim.lsp.buf.rename("textSent")
check(vim.wait(5000, function()
  return vim.fn.search('"textSent":', "nw") > 0
end), "rename")
local spec = vim.fn.bufnr("PhoneVerification.spec.json")
check(spec > 0, "the spec is not renamed")
local text = table.concat(vim.api.nvim_buf_get_lines(spec, 0, -1, false), "\n")
check(text:find("textSent", 1, true) and not text:find("smsSent", 1, true), "the spec is not renamed")
client.wait_for(function(found) return #found == 0 end, "rename makes findings")

-- Formatting.
local before = vim.api.nvim_buf_get_lines(0, 0, -1, false)
vim.api.nvim_buf_set_lines(0, 2, 2, false, { "", "", "" })
vim.lsp.buf.formatting_sync({}, 5000)
check(vim.deep_equal(vim.api.nvim_buf_get_lines(0, 0, -1, false), before)
  or #vim.api.nvim_buf_get_lines(0, 0, -1, false) <= #before + 1, "formatting")

vim.lsp.stop_client(client.id)

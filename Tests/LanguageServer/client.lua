-- A language client in a Neovim without a configuration, for the scripts beside this file.
local client = { states = os.getenv("STATES"), work = os.getenv("WORK") }

-- The cursor can be behind the last character, as it is while somebody types.
vim.opt.virtualedit = "onemore"

function client.check(condition, message)
  if not condition then error(message, 2) end
end

-- Opens a file with a server attached.
function client.open(path)
  vim.cmd("edit " .. vim.fn.fnameescape(path))
  local capabilities = vim.lsp.protocol.make_client_capabilities()
  capabilities.textDocument.completion.completionItem.snippetSupport = false
  client.id = client.id or vim.lsp.start_client({
    cmd = { client.states, "lsp" }, root_dir = vim.fn.fnamemodify(path, ":h"), capabilities = capabilities,
  })
  client.check(client.id, "the server does not start")
  vim.lsp.buf_attach_client(0, client.id)
  client.check(vim.wait(5000, function()
    local found = vim.lsp.get_client_by_id(client.id)
    return found and found.initialized and vim.lsp.buf_get_clients(0)[client.id] ~= nil
  end), "the server is not ready")
end

-- The result of a request at the cursor.
function client.request(method, more)
  local parameters = vim.lsp.util.make_position_params(0, vim.lsp.get_client_by_id(client.id).offset_encoding)
  for key, value in pairs(more or {}) do parameters[key] = value end
  local answers, problem = vim.lsp.buf_request_sync(0, method, parameters, 5000)
  client.check(answers, method .. ": " .. tostring(problem))
  local answer = answers[client.id] or {}
  client.check(not answer.error, method .. ": " .. vim.inspect(answer.error))
  return answer.result
end

-- Puts the cursor into the first occurrence of a text, some bytes later.
function client.go_to(text, offset)
  for number, line in ipairs(vim.api.nvim_buf_get_lines(0, 0, -1, false)) do
    local start = line:find(text, 1, true)
    if start then
      vim.api.nvim_win_set_cursor(0, { number, start - 1 + (offset or 0) })
      return
    end
  end
  error("`" .. text .. "` is not in the file", 2)
end

-- Waits until the diagnostics of the buffer are as wanted.
function client.wait_for(wanted, message)
  client.check(vim.wait(5000, function() return wanted(vim.diagnostic.get(0)) end, 10),
    message .. ": " .. vim.inspect(vim.diagnostic.get(0)))
end

return client

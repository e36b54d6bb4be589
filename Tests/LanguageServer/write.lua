-- Writes PhoneVerification and its spec from empty files. Keys, names, types, words and functions come from
-- completion; only new names, literals and punctuation are typed.
local client = dofile("client.lua")
local check = client.check
local folder = client.work .. "/Written/Definitions"
vim.fn.mkdir(folder, "p")
local counts = { completed = 0, typed = 0 }

-- Types a text at the end of the buffer.
local function type_text(text)
  local last = vim.api.nvim_buf_line_count(0)
  local line = vim.api.nvim_buf_get_lines(0, last - 1, last, false)[1]
  vim.api.nvim_buf_set_text(0, last - 1, #line, last - 1, #line, vim.split(text, "\n", true))
  last = vim.api.nvim_buf_line_count(0)
  line = vim.api.nvim_buf_get_lines(0, last - 1, last, false)[1]
  vim.api.nvim_win_set_cursor(0, { last, #line })
end

-- Takes the proposal with which `wanted` begins: it replaces what was typed of a word, if anything.
local function complete(wanted)
  local items = (client.request("textDocument/completion") or {}).items or {}
  local labels = {}
  for _, item in ipairs(items) do
    local text = item.textEdit.newText
    labels[#labels + 1] = item.label
    if text:sub(1, #wanted) == wanted then
      local start = item.textEdit.range.start
      local last = vim.api.nvim_buf_line_count(0)
      local line = vim.api.nvim_buf_get_lines(0, last - 1, last, false)[1]
      vim.api.nvim_buf_set_text(0, last - 1, start.character, last - 1, #line, { "" })
      type_text(wanted)
      counts.completed = counts.completed + 1
      return
    end
  end
  error("no proposal begins with " .. wanted .. " after\n" .. vim.api.nvim_get_current_line() .. "\n"
    .. vim.inspect(labels))
end

-- New names: the keys of sections that declare something, and names of `let`.
local declaring = {
  inputs = true, properties = true, computed = true, events = true, commands = true, outputs = true,
  invariants = true, types = true, carries = true, let = true,
}
local free = { about = true, name = true, format = true, state = false }

local word = "[%a_][%w_]*"

-- Writes the expression in a cell; names in `quoted` parts are literals.
local function write_cell(text, lets)
  local position = 1
  while position <= #text do
    local literal = text:match("^'[^']*'", position)
    local name = text:match("^" .. word, position)
    if literal then
      type_text(literal)
      position = position + #literal
    elseif name then
      complete(name)
      position = position + #name
    else
      type_text(text:sub(position, position))
      position = position + 1
    end
  end
end

local cells = { ["if"] = true, set = true, emit = true, raise = true, let = true, initial = true, value = true, invariants = true }

-- Writes a file: walks its tokens with the keys around each.
local function write(path, target, is_spec)
  client.open(path)
  check(vim.api.nvim_buf_line_count(0) == 1 and vim.api.nvim_get_current_line() == "", "the file is not empty")
  local stack = {}
  local position = 1
  local function top() return stack[#stack] or {} end
  while position <= #target do
    local byte = target:sub(position, position)
    if byte == '"' then
      -- The whole string, with escapes.
      local finish = position + 1
      while target:sub(finish, finish) ~= '"' do
        finish = finish + (target:sub(finish, finish) == "\\" and 2 or 1)
      end
      local quoted = target:sub(position, finish)
      local inner = quoted:sub(2, -2)
      local is_key = top().bracket == "{" and target:match("^%s*:", finish + 1) ~= nil
      local key = top().key
      if is_key then
        local owner = top().owner
        if declaring[owner] and not is_spec then
          type_text(quoted)
          counts.typed = counts.typed + 1
        else
          complete(quoted)
        end
        top().key = inner
      else
        local owner = key or top().owner
        local section
        for _, frame in ipairs(stack) do if cells[frame.key] or cells[frame.owner] then section = true end end
        if free[owner] or inner == "" then
          type_text(quoted)
        elseif is_spec then
          -- Plain data: names of events, commands and words are completed, other texts typed.
          local is_name = owner == "spec" or owner == "when" or owner == "commands" or owner == "event" or owner == "result"
          if is_name then complete(quoted) else type_text(quoted) end
        elseif owner == "emit" or owner == "raise" or owner == "on" or owner == "from" or owner == "type"
          or owner == "kind" or owner == "state" or (not section) then
          complete(quoted)
        else
          type_text('"')
          write_cell(inner)
          type_text('"')
        end
      end
      position = finish + 1
    elseif byte == "{" or byte == "[" then
      stack[#stack + 1] = { bracket = byte, owner = top().bracket == "{" and top().key or top().owner }
      type_text(byte)
      position = position + 1
    elseif byte == "}" or byte == "]" then
      stack[#stack] = nil
      type_text(byte)
      position = position + 1
    else
      type_text(byte)
      position = position + 1
    end
  end
  client.wait_for(function(found)
    for _, finding in ipairs(found) do if finding.severity == vim.diagnostic.severity.ERROR then return false end end
    return true
  end, path .. " has errors")
  vim.cmd("write")
end

local function read(name)
  local text = table.concat(vim.fn.readfile("../../Definitions/" .. name), "\n")
  return text
end

-- A name is declared before it is used; formatting puts the guard first again.
local sample = read("PhoneVerification.state.json")
local guard, names = [["if": "found.hasValue()"]], [["let": { "found": "regex.extract(event.message, '[0-9]{4}')" }]]
local start, finish = sample:find(guard .. ", " .. names, 1, true)
check(start, "the sample has changed")
write(folder .. "/PhoneVerification.state.json", sample:sub(1, start - 1) .. names .. ", " .. guard .. sample:sub(finish + 1), false)
vim.lsp.buf.formatting_sync({}, 5000)
check(table.concat(vim.api.nvim_buf_get_lines(0, 0, -1, false), "\n") == sample, "the text is not the sample")
vim.cmd("write")
write(folder .. "/PhoneVerification.spec.json", read("PhoneVerification.spec.json"), true)
check(counts.completed > 300, "only " .. counts.completed .. " completions")
print(counts.completed .. " completions, " .. counts.typed .. " new names")
vim.lsp.stop_client(client.id)

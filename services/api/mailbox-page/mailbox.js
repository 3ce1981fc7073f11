// Shows the local mailbox and polls for new mails. No library, no inline script.

const POLL_MS = 2_000

const element = (id) => document.getElementById(id)
const times = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeStyle: 'medium' })

let messages = []
let newest
/** Cursor of the older mails; null when all are shown. */
let cursor = null
/** Id of the open mail. */
let chosen = decodeURIComponent(location.hash.slice(1)) || null
let shown = null

const get = async (path) => {
  const response = await fetch(path)
  if (!response.ok) throw new Error(String(response.status))
  return { body: await response.json(), next: response.headers.get('X-Next-Cursor') }
}

/** Reads the newest page and joins it with the shown mails if they overlap. */
const readNewest = async () => {
  const { body, next } = await get('/mailbox/messages')
  const met = body.findIndex(({ id }) => id === messages[0]?.id)
  messages = met < 0 ? body : [...body.slice(0, met), ...messages]
  if (met < 0) cursor = next
}

const readOlder = async () => {
  const { body, next } = await get(`/mailbox/messages?cursor=${encodeURIComponent(cursor)}`)
  messages = [...messages, ...body]
  cursor = next
  draw()
}

const draw = () => {
  drawList()
  drawMail()
  element('older').hidden = cursor === null
  const count = messages.length === 1 ? '1 mail' : `${messages.length} mails`
  element('state').textContent = cursor === null ? count : `the newest ${count}`
}

const line = (className, text) => {
  const span = document.createElement('span')
  span.className = className
  span.textContent = text
  return span
}

const drawList = () => {
  const wasInList = element('list').contains(document.activeElement)
  element('empty').hidden = messages.length > 0
  element('list').replaceChildren(
    ...messages.map((message) => {
      const button = document.createElement('button')
      button.type = 'button'
      button.setAttribute('aria-current', String(message.id === chosen))
      button.append(
        line('subject', message.subject),
        line('meta', message.to),
        line('meta', times.format(new Date(message.receivedAt))),
      )
      button.addEventListener('click', () => choose(message.id))
      const item = document.createElement('li')
      item.append(button)
      return item
    }),
  )
  if (wasInList) element('list').querySelector('[aria-current="true"]')?.focus()
}

const drawMail = () => {
  const message = messages.find(({ id }) => id === chosen)
  element('mail').hidden = !message
  element('hint').hidden = Boolean(message) || messages.length === 0
  document.body.classList.toggle('reading', Boolean(message))
  if (!message || shown === message.id) return
  shown = message.id
  element('subject').textContent = message.subject
  element('to').textContent = message.to
  element('received').textContent = times.format(new Date(message.receivedAt))
  element('received').dateTime = message.receivedAt
  element('text').textContent = message.text
  // Links of a mail open in a new tab.
  element('html').srcdoc = message.html.replace(/<head>/i, '<head><base target="_blank">')
}

const choose = (id) => {
  chosen = id
  history.replaceState(null, '', id === null ? location.pathname : `#${encodeURIComponent(id)}`)
  drawList()
  drawMail()
}

const showVersion = (version) => {
  for (const name of ['html', 'text']) {
    element(name).hidden = name !== version
    element(`show-${name}`).setAttribute('aria-pressed', String(name === version))
  }
}

const drawLogins = (logins) => {
  element('login-list').replaceChildren(
    ...logins.flatMap(({ as, email, password }) => {
      const role = document.createElement('dt')
      role.textContent = as
      const login = document.createElement('dd')
      login.append(line('meta', email), line('password', password))
      return [role, login]
    }),
  )
  element('logins').hidden = false
}

const fillWithDemo = async () => {
  element('fill').disabled = true
  element('filling').textContent = 'This takes some seconds …'
  try {
    const response = await fetch('/mailbox/demo', { method: 'POST' })
    if (!response.ok) throw new Error(String(response.status))
    drawLogins((await response.json()).logins)
    element('demo').hidden = true
  } catch {
    element('filling').textContent = 'That did not work. The terminal says why.'
  }
  element('fill').disabled = false
}

const showAway = () => {
  element('state').textContent = 'The product does not answer; trying again …'
}

const refresh = async () => {
  try {
    const { newest: now, offersDemo = false } = (await get('/mailbox/newest')).body
    if (!element('fill').disabled) element('demo').hidden = !offersDemo
    if (now !== newest) await readNewest()
    newest = now
    draw()
  } catch {
    showAway()
  }
  setTimeout(() => void refresh(), POLL_MS)
}

element('show-html').addEventListener('click', () => showVersion('html'))
element('show-text').addEventListener('click', () => showVersion('text'))
element('older').addEventListener('click', () => void readOlder().catch(showAway))
element('fill').addEventListener('click', () => void fillWithDemo())
element('back').addEventListener('click', () => choose(null))
showVersion('html')
void refresh()

// Shows the local mailbox and polls for new mails. No library, no inline script.

const POLL_MS = 2_000

/** The page itself is English. */
const GERMAN = {
  title: 'Postfach',
  lead: 'Jede E-Mail, die Vieraugen verschickt hat. Nichts verlässt diesen Rechner.',
  logins: 'Zugänge der Demo',
  ready: 'Die Demo ist bereit. Diese Passwörter stehen nur jetzt hier:',
  mails: 'E-Mails',
  empty: 'Noch keine E-Mail. Sie erscheint hier, sobald das Produkt eine verschickt.',
  nothing: 'Noch nichts da?',
  company: 'Eine Demo-Firma füllt diese Installation: 60 Personen, vier Workspaces und drei Monate Arbeit.',
  fill: 'Mit einer Demo-Firma füllen',
  older: 'Ältere E-Mails',
  choose: 'Wählen Sie eine E-Mail zum Lesen.',
  mail: 'E-Mail',
  back: '← Alle E-Mails',
  to: 'An',
  shownAs: 'Ansicht',
}
const words = {
  en: {
    count: (count) => (count === 1 ? '1 mail' : `${count} mails`),
    newest: (count) => `the newest ${count} mails`,
    filling: 'This takes some seconds …',
    failed: 'That did not work. The terminal says why.',
    away: 'The product does not answer; trying again …',
    html: 'The mail as it looks',
  },
  de: {
    count: (count) => (count === 1 ? '1 E-Mail' : `${count} E-Mails`),
    newest: (count) => `die neuesten ${count} E-Mails`,
    filling: 'Das dauert einige Sekunden …',
    failed: 'Das hat nicht geklappt. Im Terminal steht, warum.',
    away: 'Das Produkt antwortet nicht; neuer Versuch …',
    html: 'Die E-Mail, wie sie aussieht',
  },
}
const language = navigator.languages.map((tag) => tag.slice(0, 2)).find((tag) => tag in words) ?? 'en'
const wording = words[language]

const element = (id) => document.getElementById(id)
const times = new Intl.DateTimeFormat(navigator.language, { dateStyle: 'medium', timeStyle: 'medium' })

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
  const { length } = messages
  element('state').textContent = cursor === null ? wording.count(length) : wording.newest(length)
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
  element('filling').textContent = wording.filling
  try {
    const response = await fetch('/mailbox/demo', { method: 'POST' })
    if (!response.ok) throw new Error(String(response.status))
    drawLogins((await response.json()).logins)
    element('demo').hidden = true
  } catch {
    element('filling').textContent = wording.failed
  }
  element('fill').disabled = false
}

const showAway = () => {
  element('state').textContent = wording.away
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

const translate = () => {
  element('html').title = wording.html
  if (language !== 'de') return
  document.documentElement.lang = 'de'
  document.title = `${GERMAN.title} · Vieraugen`
  for (const part of document.querySelectorAll('[data-text]')) part.textContent = GERMAN[part.dataset.text]
  for (const part of document.querySelectorAll('[data-label]')) part.ariaLabel = GERMAN[part.dataset.label]
}

translate()
element('show-html').addEventListener('click', () => showVersion('html'))
element('show-text').addEventListener('click', () => showVersion('text'))
element('older').addEventListener('click', () => void readOlder().catch(showAway))
element('fill').addEventListener('click', () => void fillWithDemo())
element('back').addEventListener('click', () => choose(null))
showVersion('html')
void refresh()

import { isText } from '#contract/evidence/bytes.ts'
import type { InBoth } from '#contract/beleg/beleg.ts'
import { belegWords, faultWords, words } from './all-words.ts'
import type { Outcome, Refusal, Saying } from './outcome.ts'
import { filled, type Language } from './in-language.ts'

/** Shows what was found. Everything from the file is text, never markup. */

type Part = Element | string

/** An element with a class and what is in it. */
const made = (tag: string, className: string, ...parts: readonly Part[]): HTMLElement => {
  const element = document.createElement(tag)
  if (className) element.className = className
  element.append(...parts)
  return element
}

const WARNING = 'M12 4l9 16H3zM12 10v4M12 17v.01'
const ICONS = {
  green: 'M5 12.5l4.5 4.5L19 7.5',
  amber: WARNING,
  none: WARNING,
  red: 'M6 6l12 12M18 6L6 18',
}

const drawn = (tag: string, attributes: Readonly<Record<string, string>>): Element => {
  const shape = document.createElementNS('http://www.w3.org/2000/svg', tag)
  for (const [name, value] of Object.entries(attributes)) shape.setAttribute(name, value)
  return shape
}

const icon = (tone: Outcome['tone']): Element => {
  const svg = drawn('svg', { class: 'icon', viewBox: '0 0 24 24', 'aria-hidden': 'true' })
  svg.append(drawn('path', { d: ICONS[tone] }))
  return svg
}

const FORGED: readonly string[] = ['other-key', 'other-key-than-kept', 'unsigned-note']
const UNSIGNED: readonly string[] = ['other-witness', 'other-authority']

/** The finding in one line. */
export const titleOf = (outcome: Outcome, language: Language): string => {
  const { title } = words[language]
  if (outcome.tone === 'none') return title.none
  if (outcome.tone === 'red') {
    const { refusal } = outcome
    const why = 'reason' in refusal ? refusal.reason : refusal.code
    if (UNSIGNED.includes(why)) return title.unsigned
    return FORGED.includes(why) ? title.forged : title.red
  }
  const { what, why } = outcome
  if (why === 'older' || why === 'partial') return title[why]
  return title[outcome.tone][what === 'proof' ? 'proof' : 'export']
}

/** The reason of a refusal in a sentence. */
export const reasonOf = (refusal: Refusal, sequence: number | null, language: Language): string => {
  const { entry, line, faults, evidence } = faultWords[language]
  const who = sequence === null ? line : filled(entry, { sequence }, language)
  if (refusal.code === 'beleg') {
    const reason = belegWords[language].faults[refusal.reason]
    const isNamed = sequence === null || reason.includes('{entry}')
    return filled(isNamed ? reason : `{entry}: ${reason}`, { entry: who }, language)
  }
  const why = 'evidence' in refusal ? evidence[refusal.evidence] : ''
  return filled(faults[refusal.code], { ...refusal.given, entry: who, why }, language)
}

const section = (title: string, ...parts: readonly Part[]) => made('div', '', made('h3', '', title), ...parts)

const list = (className: string, texts: readonly string[], tag = 'ul') =>
  made(tag, className, ...texts.map((text) => made('li', '', text)))

const timeIn = (at: string, language: Language): string => {
  const time = new Date(at)
  return Number.isNaN(+time) ? at : time.toLocaleString(language, { dateStyle: 'long', timeStyle: 'long' })
}

/** Times of the product in the reader's zone. */
const withTimes = (text: string, language: Language): string =>
  text.replaceAll(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, (at) => timeIn(at, language))

type Judged = Extract<Outcome, { readonly what: unknown }>

const pair = (name: string, value: string) => made('div', '', made('dt', 'meta', name), made('dd', '', value))

const saidIn = (says: readonly Saying[], language: Language): Element => {
  const { parts, states, says: title, compare } = belegWords[language]
  const both = (text: string | InBoth) => (isText(text) ? text : text[language])
  const pairs = says.map(([part, value]) => {
    const shown = both(value)
    if (!isText(part)) return pair(part[language], shown)
    if (part === 'signed-by') return pair(parts[part], withTimes(shown, language))
    return pair(parts[part], part === 'state' ? (states[shown] ?? shown) : shown)
  })
  return section(title, made('p', 'muted', compare), made('dl', 'said', ...pairs))
}

const factsOf = (judged: Judged, language: Language): readonly Element[] => {
  const { why, says, proved, notProved, details } = judged
  const { page, proved: provedWords, notProved: openWords, next, details: names } = words[language]
  const facts = details.map(([name, value]) =>
    pair(names[name], name === 'at' || name === 'time-stamp' ? withTimes(value, language) : value),
  )
  return [
    ...(says ? [saidIn(says, language)] : []),
    ...(why ? [section(page.next, made('p', '', next[why]))] : []),
    section(
      why === null || why === 'partial' ? page.proved : page.fits,
      list(
        'proved',
        proved.map(({ code, given = {} }) => withTimes(filled(provedWords[code], given, language), language)),
      ),
    ),
    section(
      page['not-proved'],
      list(
        'not-proved',
        notProved.map((code) => openWords[code]),
      ),
    ),
    section(page.details, made('dl', '', ...facts)),
  ]
}

const refusalIn = (outcome: Exclude<Outcome, Judged>, language: Language): readonly Element[] => {
  const { page, next } = words[language]
  const sequence = outcome.tone === 'red' ? outcome.sequence : null
  const reason = made('div', '', made('p', '', reasonOf(outcome.refusal, sequence, language)))
  return outcome.tone === 'red' ? [reason, section(page.next, list('', next.red, 'ol'))] : [reason]
}

/** Replaces what is in `box`. */
export const showOutcome = (box: Element, outcome: Outcome, language: Language): void => {
  box.className = `verdict ${outcome.tone}`
  const head = made('header', '', icon(outcome.tone), made('h2', '', titleOf(outcome, language)))
  box.replaceChildren(
    head,
    ...('what' in outcome ? factsOf(outcome, language) : refusalIn(outcome, language)),
  )
}

import type { Beleg, BelegContent, BelegField, BelegRequest, BelegSignature } from '#contract/beleg/beleg.ts'
import { fromBase64 } from '#contract/evidence/bytes.ts'
import { keyIdOf } from '#contract/evidence/checkpoints.ts'
import { verifyTimeStamp } from '#contract/evidence/time-stamps.ts'
import { treeInText } from '#contract/evidence/verify-proof.ts'
import { PRODUCT } from '#contract/common.ts'
import type { Rule } from '#contract/requests/kinds.ts'
import { amountText, ruleText } from '#contract/requests/rules/rule-text.ts'
import { createPaper, type Paper } from './paper.ts'
import { words, type Language } from './words.ts'

/** A Beleg as PDF/A-3: people read the pages, and the proof is attached. */

/** What is read from the proof: it was verified when it was made. */
type Read = {
  readonly keyId: string
  readonly stamps: readonly { readonly at: Date; readonly authority: string; readonly size: number }[]
}

const readIn = async ({ publicKey, timeStamps }: BelegContent): Promise<Read> => ({
  keyId: (await keyIdOf(publicKey)) ?? '',
  stamps: await Promise.all(
    timeStamps.map(async ({ text, token }) => {
      const { at, authority } = await verifyTimeStamp(fromBase64(token)!, text)
      return { at, authority, size: treeInText(text).size }
    }),
  ),
})

type Printed = {
  readonly beleg: BelegContent
  readonly language: Language
  /** Of the attached file. */
  readonly name: string
}

const LOCALES: Readonly<Record<Language, string>> = { de: 'de-DE', en: 'en-GB' }

const tellerOf = ({ beleg, language }: Printed) => {
  const text = words[language]
  const people = new Map(beleg.people.map((person) => [person.participantId, person]))
  const format = new Intl.DateTimeFormat(LOCALES[language], {
    timeZone: beleg.workspace.timezone,
    dateStyle: 'long',
    timeStyle: 'long',
  })
  const short = new Intl.DateTimeFormat(LOCALES[language], {
    timeZone: beleg.workspace.timezone,
    dateStyle: 'medium',
    timeStyle: 'medium',
  })
  return {
    time: (at: string): string => format.format(new Date(at)),
    shortTime: (at: string): string => short.format(new Date(at)),
    day: (day: string): string =>
      new Intl.DateTimeFormat(LOCALES[language], { dateStyle: 'long', timeZone: 'UTC' }).format(
        new Date(`${day}T00:00:00Z`),
      ),
    person(participantId: string): string {
      const person = people.get(participantId)
      if (!person?.email) return text.erasedPerson
      return person.name ? `${person.name} <${person.email}>` : person.email
    },
  }
}
type Teller = ReturnType<typeof tellerOf>

const valueOf = ({ type, value }: BelegField, { beleg, language }: Printed, tell: Teller): string => {
  if (typeof value !== 'string')
    return 'currency' in value ? amountText(value.value, value.currency, language) : value[language]
  if (type === 'iban') return value.replaceAll(/.{4}(?=.)/g, '$& ')
  if (type === 'date') return tell.day(value)
  if (type === 'person') return tell.person(value)
  if (type !== 'file') return value
  const file = beleg.request?.files.find(({ sha256 }) => sha256 === value)
  return file?.name ?? value
}

const ruleOf = (
  rule: NonNullable<BelegRequest['rule']>,
  { fields }: BelegRequest,
  { beleg, language }: Printed,
): string => {
  if (rule.applied === null) return words[language].erased
  const { rule: said, groups } = rule.applied
  const names = {
    groups: Object.fromEntries(groups.map(({ id, name }) => [id, name])),
    people: Object.fromEntries(
      beleg.people.map(({ participantId, name, email }) => [
        participantId,
        name ?? email ?? words[language].erasedPerson,
      ]),
    ),
    fields: Object.fromEntries((fields ?? []).map(({ name, label }) => [name, label])),
  }
  return ruleText(said as unknown as Rule, names, language)
}

const sizeOf = (bytes: number, language: Language): string =>
  `${new Intl.NumberFormat(LOCALES[language]).format(bytes)} B`

const printFiles = (paper: Paper, { files }: BelegRequest, language: Language): void => {
  const text = words[language]
  for (const { name, size, sha256 } of files) {
    paper.row(text.files, `${name ?? text.erased} (${sizeOf(size, language)})`)
    paper.row('SHA-256', sha256, { size: 7.5 })
  }
}

const callOf = (call: NonNullable<BelegRequest['call']>, language: Language): string => {
  const text = words[language]
  const said = [call.requester, call.approver].flatMap((one) =>
    one === null ? [] : (text.calls[one] ?? one),
  )
  return [...said, ...(call.calledBack ? [text.calledBack] : [])].join(' · ')
}

const printTexts = (paper: Paper, request: BelegRequest, printed: Printed, tell: Teller): void => {
  const { language } = printed
  const text = words[language]
  const { title, details, kind, fields } = request
  paper.row(text.request, title ?? text.erased, { weight: 'bold', base: 'auto' })
  if (kind) paper.row(text.kind, kind.name?.[language] ?? text.erased)
  for (const field of fields ?? [])
    paper.row(field.label[language], valueOf(field, printed, tell), { base: 'auto' })
  if (details !== null) paper.row(text.details, details, { base: 'auto' })
}

const printRequest = (paper: Paper, request: BelegRequest, printed: Printed, tell: Teller): void => {
  const { language } = printed
  const text = words[language]
  const { rule, call, glass } = request
  printTexts(paper, request, printed, tell)
  printFiles(paper, request, language)
  if (rule) paper.row(text.rule, ruleOf(rule, request, printed))
  if (call) paper.row(text.call, callOf(call, language))
  if (glass) paper.row(text.reason, glass.reason ?? text.erased, { base: 'auto' })
  paper.row(text.asked, tell.person(request.requesterId))
  paper.row(text.askedAt, tell.time(request.createdAt))
  paper.row(text.expires, tell.time(request.expiresAt))
}

const changedText = (value: unknown, { language }: Printed, tell: Teller): string => {
  const text = words[language]
  if (value === null) return text.none
  if (typeof value === 'boolean') return value ? text.yes : text.no
  if (Array.isArray(value) && value.length === 0) return text.none
  if (Array.isArray(value))
    return value.map((one) => (typeof one === 'string' ? tell.person(one) : '')).join(', ')
  return typeof value === 'string' || typeof value === 'number' ? String(value) : JSON.stringify(value)
}

const printChange = (
  paper: Paper,
  { action, target, changes, requestedBy, requestedAt, expiresAt }: NonNullable<BelegContent['change']>,
  printed: Printed,
  tell: Teller,
): void => {
  const text = words[printed.language]
  paper.row(text.change, text.actions[action] ?? action, { weight: 'bold' })
  if (
    target.kind === 'participant' &&
    printed.beleg.people.some(({ participantId }) => participantId === target.id)
  )
    paper.row('', tell.person(target.id))
  for (const { field, before, after } of changes) {
    const was = before === null ? '' : ` (${text.before}: ${changedText(before, printed, tell)})`
    paper.row(text.fields[field] ?? field, changedText(after, printed, tell) + was)
  }
  paper.row(text.asked, tell.person(requestedBy))
  paper.row(text.askedAt, tell.time(requestedAt))
  paper.row(text.expires, tell.time(expiresAt))
}

/** Of a signature: each row, and another line where names are long. */
const SIGNATURE_LINES = 7

const behalfOf = (person: string, text: (typeof words)[Language]): string =>
  person === text.erasedPerson ? text.behalfOfErased : `${text.behalf} ${person}`

const printSignature = (
  paper: Paper,
  { sequence, participantId, onBehalfOf, device }: BelegSignature,
  { beleg, language }: Printed,
  tell: Teller,
): void => {
  const text = words[language]
  const entry = beleg.entries.find((one) => one.sequence === sequence)!
  const behalf = onBehalfOf === null ? '' : ` ${behalfOf(tell.person(onBehalfOf), text)}`
  paper.together(SIGNATURE_LINES)
  paper.row(text.by, tell.person(participantId) + behalf, { weight: 'bold' })
  paper.row(text.action, text.actions[entry.action] ?? entry.action)
  paper.row(text.at, tell.time(entry.at))
  const shared =
    device.kind === 'pin' || device.deviceBound === null
      ? ''
      : `, ${device.deviceBound ? text.bound : text.shared}`
  paper.row(text.with, text[device.kind] + shared)
  const voucher = device.vouchedBy === null ? '' : ` (${tell.person(device.vouchedBy)})`
  paper.row(text.enrolled, `${tell.time(device.enrolledAt)}: ${text.way[device.way]}${voucher}`)
  paper.gap()
}

const printProof = (
  paper: Paper,
  { beleg, language, name }: Printed,
  tell: Teller,
  { keyId, stamps }: Read,
): void => {
  const text = words[language]
  const count = new Intl.NumberFormat(LOCALES[language])
  const [log, size, root] = beleg.checkpoint.split('\n')
  paper.paragraph(text.attached(name))
  paper.row(text.keyId, keyId)
  paper.row(text.logName, log!, { size: 8 })
  paper.row(text.checkpoint, `${text.entries(count.format(Number(size)))} · ${root}`, {
    size: 8,
  })
  for (const { at, authority, size: stamped } of stamps)
    paper.row(text.stamp, text.stamped(tell.time(at.toISOString()), authority, count.format(stamped)))
  paper.row(text.made, tell.time(beleg.at))
  paper.gap()
  paper.paragraph(text.notProved)
}

const stateOf = ({ request, change }: BelegContent): string => {
  if (change) return change.state
  const { status, closedReason } = request!
  if (status !== 'declined' || closedReason === null || closedReason === 'declined') return status
  return ['withdrawn', 'expired'].includes(closedReason) ? closedReason : 'closed'
}

const printEntries = (paper: Paper, { beleg, language }: Printed, tell: Teller): void => {
  const text = words[language]
  for (const { sequence, at, action, actor } of beleg.entries) {
    const who = actor.userId === null ? text.system : (actor.name ?? actor.email ?? text.erasedPerson)
    paper.row(tell.shortTime(at), `${sequence} · ${text.actions[action] ?? action} · ${who}`)
  }
}

const print = (paper: Paper, printed: Printed, read: Read): void => {
  const { beleg, language } = printed
  const text = words[language]
  const tell = tellerOf(printed)
  const { request, change, workspace, signatures } = beleg
  const state = stateOf(beleg)
  paper.paragraph(text.title, { weight: 'bold', size: 20 })
  paper.paragraph(text.status[state] ?? state, { weight: 'bold', size: 13 })
  paper.row(text.workspace, workspace.name ?? workspace.id)
  paper.row(text.id, beleg.id)
  paper.heading(text.what)
  if (request) printRequest(paper, request, printed, tell)
  if (change) printChange(paper, change, printed, tell)
  paper.heading(text.who)
  for (const signature of signatures) printSignature(paper, signature, printed, tell)
  if (signatures.length === 0) paper.paragraph(text.nobody)
  paper.heading(text.log)
  printEntries(paper, printed, tell)
  paper.heading(text.proof)
  printProof(paper, printed, tell, read)
  if (paper.hasUnknown()) paper.paragraph(text.unknown)
  paper.footers((page, pages) => `${PRODUCT} · ${text.title} ${beleg.id} · ${text.page(page, pages)}`)
}

/** `proof`: the text of the Beleg, which is attached under this name. */
export const belegPdf = async (
  proof: string,
  { language, name }: { readonly language: Language; readonly name: string },
): Promise<AsyncIterable<Uint8Array>> => {
  const { content: beleg } = JSON.parse(proof) as Beleg
  // Takes long to load, and few need it.
  const { default: Document } = await import('pdfkit')
  const at = new Date(beleg.at)
  const doc = new Document({
    size: 'A4',
    autoFirstPage: false,
    bufferPages: true,
    lang: language,
    displayTitle: true,
    pdfVersion: '1.7',
    subset: 'PDF/A-3b',
    info: { Title: `${words[language].title} ${beleg.id}`, Creator: PRODUCT, CreationDate: at, ModDate: at },
  })
  print(createPaper(doc), { beleg, language, name }, await readIn(beleg))
  const attached = {
    name,
    type: 'application/json',
    description: words[language].proof,
    creationDate: at,
    modifiedDate: at,
    // Not in pdfkit's types.
    relationship: 'Source',
  }
  doc.file(Buffer.from(proof), attached)
  doc.end()
  return doc
}

import { readFile } from 'node:fs/promises'
import { openMailer } from '#platform/mail/mailer.ts'
import type { Platform } from '#platform/platform.ts'
import { derivedId } from '#platform/primitives/ids.ts'
import { writePrivateFile } from '#platform/primitives/private-file.ts'
import type { Seal } from '#platform/seals/seals.ts'

/** The newest seal covers all events before it, so seals in between need no mail. */
const INTERVAL_MS = 15 * 60_000

type Mailed = { readonly position: string; readonly at: string }

const mailedBefore = async (path: string): Promise<Mailed | undefined> => {
  try {
    return JSON.parse(await readFile(path, 'utf8')) as Mailed
  } catch {
    return undefined
  }
}

const textOf = (seal: Seal, origin: string): string =>
  [
    `This is a signed seal of the log of ${origin}: the first ${seal.events} events, up to ${seal.at}.`,
    'Keep this mail. If you suspect that somebody changed or removed events, save it as a file and run:',
    '',
    '  npm run ops -- doctor --seal FILE',
    '',
    JSON.stringify(seal),
    '',
  ].join('\n')

type Parts = Pick<Platform, 'config' | 'clock' | 'db' | 'seals'>

/**
 * Mails the newest seal to SEAL_MAIL_TO, if it is new and the last mail is 15 minutes old. What was mailed is remembered beside the
 * seals and not in the database, whose owner could otherwise keep a seal from leaving. A failed attempt is repeated at the next tick.
 */
export const mailSeals = async ({ config, clock, db, seals }: Parts): Promise<void> => {
  const { SEAL_MAIL_TO: to, SEAL_LEDGER: ledger, PUBLIC_BASE_URL: origin } = config
  if (to === undefined || ledger === undefined) return
  const path = `${ledger}.mailed`
  const [before, seal, now] = [await mailedBefore(path), await seals?.newest(), clock.now()]
  if (!seal || seal.position === before?.position) return
  if (before && now.getTime() - Date.parse(before.at) < INTERVAL_MS) return
  // Throws before anything is sent if it could not be remembered.
  writePrivateFile(path, `${JSON.stringify(before ?? {})}\n`)
  const text = textOf(seal, origin)
  const mailer = openMailer(config, db)
  try {
    const id = derivedId(seal.signature, seal.store, seal.events)
    const subject = `Seal of the log of ${new URL(origin).hostname}: ${seal.events} events`
    await mailer.send({
      id,
      to,
      subject,
      text,
      html: `<pre style="white-space: pre-wrap">${text}</pre>`,
      pictures: [],
    })
  } finally {
    mailer.close()
  }
  writePrivateFile(path, `${JSON.stringify({ position: seal.position, at: now.toISOString() })}\n`)
}

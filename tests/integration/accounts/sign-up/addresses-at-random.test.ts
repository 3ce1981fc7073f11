import { createTransport } from 'nodemailer'
import { expect, test } from 'vitest'
import { asciiAddress } from '#contract/accounts/address.ts'
import { EMAIL_PATTERN } from '#contract/common.ts'
import { messageOf } from '#platform/mail/mailer.ts'
import { createRandom, type Random } from '#support/event-store/random.ts'
import { rounds, seedOfRun } from '#support/rounds.ts'

const ADDRESSES = rounds({ short: 2_000, long: 1_000_000 })
const seed = seedOfRun()

/** Characters that mailers, lists and headers have parsed as another address or the end of a line. */
const ODD = [
  ...',;:<>()[]"\'\\@% \t\r\n\0.-_+=?!#$&*/{|}~`^',
  '\r\nBcc: eve@example.com',
  '%0d%0aBcc:',
  '"a,b"',
  '(x)',
  '<eve@example.com>',
  ', eve@example.com',
  '; eve@example.com',
  'team: eve@example.com;',
  '@example.org,@example.net:',
  'a%b@',
  'a!b!',
  '=?utf-8?q?=2C?=',
  '\u2028',
  '\u202e',
  '\uff20',
  '\uff0c',
  '\u3002',
  'ä',
  'а',
  '例',
  'xn--',
  '..',
]
const LOCAL = ['anna', 'a.b', "o'neill", 'x+y', 'Ben', '1', 'a-_~']
const DOMAIN = ['example.com', 'müller.example', 'EXAMPLE.org', 'xn--mller-kva.example', 'a.b.co']

const odd = (random: Random, text: string): string => {
  const characters = [...text]
  for (let left = Math.floor(random.next() * 3); left > 0; left -= 1) {
    const at = Math.floor(random.next() * (characters.length + 1))
    characters.splice(at, random.next() < 0.3 ? 1 : 0, random.pick(ODD))
  }
  return characters.join('')
}
const address = (random: Random): string =>
  random.next() < 0.5
    ? odd(random, `${random.pick(LOCAL)}@${random.pick(DOMAIN)}`)
    : `${odd(random, random.pick(LOCAL))}@${odd(random, random.pick(DOMAIN))}`

const pattern = new RegExp(EMAIL_PATTERN, 'u')
const taken = (typed: string): string | null => {
  const plain = asciiAddress(typed)
  return plain.length <= 254 && pattern.test(plain) ? plain : null
}

/** Normalizes a mailbox: removes quotes before the @, lowercases the domain, and unfolds long lines. */
const plain = (to: string) =>
  to
    .replace(/^<?"(.*)"@([^>]*)>?$/, '$1@$2')
    .replaceAll(/\r\n[ \t]/g, '')
    .toLowerCase()

const wire = createTransport({ streamTransport: true, buffer: true, newline: 'windows' })
const settings = { MAIL_FROM: 'Vieraugen <no-reply@vieraugen.example>', PUBLIC_BASE_URL: 'http://localhost' }
const mail = { id: '1', subject: 'Hello', text: 'a text', html: '<p>a text</p>', pictures: [] }
const HEADERS = [
  'Auto-Submitted',
  'Content-Type',
  'Date',
  'From',
  'MIME-Version',
  'Message-ID',
  'Subject',
  'To',
]

test(
  `${ADDRESSES} random addresses (FAULT_SEED=${seed}): an accepted one never reaches a second mailbox or adds a header`,
  { timeout: 60_000 + ADDRESSES },
  async () => {
    const random = createRandom(seed)
    let sent = 0
    for (let i = 0; i < ADDRESSES; i += 1) {
      const to = taken(address(random))
      if (to === null) continue
      sent += 1
      const { envelope, message } = await wire.sendMail(messageOf({ ...mail, to }, settings))
      expect(envelope.to.map(plain)).toEqual([plain(to)])
      const [head = ''] = (message as Buffer).toString().split('\r\n\r\n')
      expect(head.match(/^[A-Za-z-]+(?=:)/gm)?.toSorted()).toEqual(HEADERS)
      expect(plain(/^To: (.*(?:\r\n[ \t].*)*)/m.exec(head)![1]!)).toBe(plain(to))
    }
    // Enough addresses were accepted, and enough rejected.
    expect(sent).toBeGreaterThan(ADDRESSES / 10)
    expect(sent).toBeLessThan(ADDRESSES)
  },
)

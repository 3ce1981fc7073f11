import { readFileSync } from 'node:fs'
import { Readable } from 'node:stream'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { tiedLines, type Tied } from '#contract/beleg/export-wording.ts'
import { BrokenHistory } from '#contract/evidence/faults.ts'
import { verifyHistory } from '#contract/evidence/verify-history.ts'
import { checkpointKeys, signCheckpoint } from '#modules/workspaces/history/history-checkpoint.ts'
import { historyLines } from '#modules/workspaces/history/history-lines.ts'
import type { ExportedLog } from '#projections/audit/export-queries.ts'
import { enrolPasskey } from '#support/product/passkeys.ts'
import type { Person } from '#support/product/product.ts'
import { openRequests, verificationBody, type RequestApi } from '#support/product/requests.ts'
import { absencesOf } from '#support/workspaces/absences.ts'
import { changesOf } from '#support/workspaces/changes.ts'
import { glassOf } from '#support/workspaces/glass.ts'
import { signingRules, type SigningTeam } from '#support/workspaces/signing-rules.ts'
import { NO_ANCHOR } from '../../web/src/public/verify/anchor.ts'
import { verifyFile } from '../../web/src/public/verify/verify-file.ts'
import { hasPython, startIndependent, whySkipped } from './independent.ts'

/** An export has the wording of what was signed with its salt, so that others compute the signed hash anew. */

let api: RequestApi
let independent: ReturnType<typeof startIndependent> | null
beforeAll(async () => {
  independent = hasPython ? startIndependent() : null
  api = await openRequests({ RATE_FACTOR: 1_000 })
})
afterAll(async () => {
  independent?.end()
  await api?.product.close()
})

const exported = async (id: string, who: Person): Promise<string> => {
  await api.product.projector.caughtUp()
  const answer = await api.get(`/workspaces/history-export/${id}?format=jsonl`, who)
  expect(answer.status).toBe(200)
  return String(answer.body)
}
const linesOf = (text: string) => text.trimEnd().split('\n')
const entriesOf = (text: string) =>
  linesOf(text)
    .slice(0, -1)
    .map((line) => JSON.parse(line))
const key = () => checkpointKeys(api.product.platform.config)[0]

const verified = async (text: string, publicKey = key().publicKey): Promise<Tied> => {
  const found: Tied = { signatures: 0, tied: 0 }
  await verifyHistory(tiedLines(Readable.from(linesOf(text)), found), { key: publicKey })
  return found
}

/** What the page says that verifies files. */
const shown = (text: string, publicKey = key().publicKey) =>
  verifyFile(new Blob([text]), { ...NO_ANCHOR, keys: [publicKey] }, () => {})

/** All find the same: so many signatures, and so many with the wording that was signed. */
const expectTied = async (text: string, found: Tied, publicKey = key().publicKey): Promise<void> => {
  expect(await verified(text, publicKey)).toEqual(found)
  const { signatures, tied } = found
  const partial = signatures - tied
  expect(await shown(text, publicKey)).toMatchObject({
    tone: partial > 0 ? 'amber' : 'green',
    why: partial > 0 ? 'partial' : null,
    proved: expect.arrayContaining([
      ...(tied > 0 ? [{ code: 'tied', given: { signatures: tied } }] : []),
      ...(partial > 0 ? [{ code: 'signatures', given: { signatures: partial } }] : []),
    ]),
    notProved:
      partial > 0 ? expect.arrayContaining(['which-text']) : expect.not.arrayContaining(['which-text']),
  })
  if (independent)
    expect(await independent.verify(['export', text, publicKey])).toEqual([
      true,
      expect.stringContaining(
        ` ${signatures} signatures, ${tied} of them right for the wording in the file, whole`,
      ),
    ])
}

/** The same export with other entries, signed by the product: as a product that lies would. */
const forged = async (text: string, change: (entry: any) => void): Promise<string> => {
  const { v: _, kind: __, keyId: ___, ...claims } = JSON.parse(linesOf(text).at(-1)!).checkpoint.content
  const entries = entriesOf(text).map(({ lineHash: ____, ...entry }) => {
    change(entry)
    return entry
  })
  const log = {
    async *pages() {
      yield entries
    },
  } as unknown as ExportedLog
  const made = historyLines(
    log,
    async () => new Map(),
    (lines) => signCheckpoint(key(), { ...claims, export: { filters: {}, ...lines } }),
  )
  return Buffer.concat(await Array.fromAsync(made)).toString()
}

/** A payment by a rule with a file and two signatures. */
const paidTeam = async (): Promise<SigningTeam> => {
  const rules = signingRules(api)
  const team = await rules.team()
  await rules.writeRules(team, [
    { who: { groups: [team.treasury] }, count: 2, when: { amountFrom: '5000.00', currency: 'EUR' } },
  ])
  const path = `/files/upload/${team.id}?name=${encodeURIComponent('Lauf März 請求書.xml')}`
  const file = await api.post(path, team.anna, '<?xml version="1.0"?><Document/>')
  const made = await rules.pay(team, '10000.00', {
    details: 'Konto geändert?\n„Nein“ – قال',
    files: [file.body.id],
  })
  expect(made.status).toBe(201)
  for (const who of [team.ben, team.carl]) {
    const phone = await api.enrol(who)
    const { status } = await api.post(
      `/requests/approve/${made.body.id}`,
      who,
      await phone.prove(made.body.id),
    )
    expect(status).toBe(200)
  }
  return team
}

describe(`each signature stands beside what was signed, for both programs${whySkipped}`, () => {
  test('a payment by a rule, with its fields and its file', async () => {
    const { id, admin } = await paidTeam()
    const text = await exported(id, admin)
    await expectTied(text, { signatures: 2, tied: 2 })
    const approved = entriesOf(text).find(({ action }) => action === 'request.approved')
    expect(approved.wording).toMatchObject({
      title: 'Pay the invoice',
      details: 'Konto geändert?\n„Nein“ – قال',
      salt: expect.any(String),
      files: [{ name: 'Lauf März 請求書.xml' }],
      rule: { count: 2, applied: { groups: [{ name: 'Treasury' }] } },
    })
    for (const entry of entriesOf(text)) expect('wording' in entry).toBe('evidence' in entry)
  })

  test('free texts in a list by a passkey', async () => {
    const of = await api.team()
    const passkey = await enrolPasskey(api.product, of.ben)
    const ids = [await api.newRequest(of), await api.newRequest(of)]
    const { challenge } = (await api.post('/requests/challenge-many', of.ben, { requestIds: ids })).body
    const proof = await passkey.proofFor(challenge)
    expect((await api.post('/requests/approve-many', of.ben, { requestIds: ids, ...proof })).status).toBe(200)
    await expectTied(await exported(of.id, of.admin), { signatures: 2, tied: 2 })
  })

  test('a call check, and not before it is over', async () => {
    const of = await api.team()
    const fields = verificationBody({
      approverId: of.ben.participantId,
      asks: { kind: 'payment' },
      call: 'i-called',
    })
    const { id, number } = (await api.newVerification(of.anna, await api.enrol(of.anna), of.id, fields)).body
    const open = await exported(of.id, of.admin)
    await expectTied(open, { signatures: 1, tied: 0 })
    expect(
      entriesOf(open).find(({ target, evidence }) => evidence && target.id === id).wording,
    ).toBeUndefined()
    const theirs = await (await api.enrol(of.ben)).prove(id, { call: 'was-called' })
    expect((await api.post(`/requests/approve/${id}`, of.ben, { number, ...theirs })).status).toBe(200)
    await expectTied(await exported(of.id, of.admin), { signatures: 2, tied: 2 })
  })

  test('what a deputy decides, and a broken glass with its confirmation', async () => {
    const own = await signingRules(api).team()
    const dora = await api.enrol(own.dora)
    const id = await api.newRequest(own)
    await absencesOf(api).away(own.ben, [own.dora])
    expect((await api.post(`/requests/approve/${id}`, own.dora, await dora.prove(id))).status).toBe(200)
    await expectTied(await exported(own.id, own.admin), { signatures: 1, tied: 1 })
    const glass = glassOf(api)
    const of = await glass.team()
    const broken = await api.newRequest(of)
    expect((await glass.breakIt(broken, of)).status).toBe(200)
    await glass.confirm(broken, of.carla, of.carlas)
    const found = await verified(await exported(of.id, of.admin))
    expect(found.tied).toBe(found.signatures)
    expect(found.signatures).toBeGreaterThan(1)
    await expectTied(await exported(of.id, of.admin), found)
  })

  test('a change with an address that was typed, and one without', async () => {
    const changes = changesOf(api.product)
    const of = await changes.protectedTeam()
    const sent = await changes.invite(of.anna, of.id, { email: 'new@example.com', approver: true })
    await changes.approve(of.cleo, of.cleo.phone, changes.waiting(sent))
    const promotion = { participantId: of.ben.participantId }
    const waits = await changes.call(of.anna, 'PATCH', `/workspaces/convert-to-admin/${of.id}`, promotion)
    await changes.approve(of.cleo, of.cleo.phone, changes.waiting(waits))
    const text = await exported(of.id, of.anna)
    const found = await verified(text)
    expect(found.tied).toBe(found.signatures)
    await expectTied(text, found)
    expect(
      entriesOf(text)
        .filter(({ wording }) => wording)
        .map(({ wording }) => wording.action),
    ).toEqual(expect.arrayContaining(['participant.invited', 'participant.promoted']))
    const other = await forged(text, ({ wording }) => {
      if (wording?.action === 'participant.invited') wording.changes[0].after = 'evil@example.com'
    })
    await expectRefused(other)
  })
})

/** Nobody takes it. */
const expectRefused = async (text: string): Promise<void> => {
  const fault: unknown = await verified(text).catch((error: unknown) => error)
  expect(fault).toBeInstanceOf(BrokenHistory)
  expect(fault).toMatchObject({ fault: 'other-wording' })
  expect(await shown(text)).toMatchObject({ tone: 'red', refusal: { code: 'other-wording' } })
  if (independent) expect((await independent.verify(['export', text, key().publicKey]))[0]).toBe(false)
}

test('a product that hands out another wording than was signed is found out', async () => {
  const { id, admin } = await paidTeam()
  const text = await exported(id, admin)
  const changes: readonly ((wording: any) => void)[] = [
    (wording) => (wording.title = 'Pay another invoice'),
    (wording) => (wording.details = null),
    (wording) => (wording.salt = 'A'.repeat(43)),
    (wording) => (wording.fields[0].label.de = 'Anders'),
    (wording) => (wording.files[0].name = 'other.xml'),
    (wording) => (wording.files[0].sha256 = '0'.repeat(64)),
    (wording) => (wording.rule.applied.groups[0].name = 'Nobody'),
    (wording) => (wording.rule.count = 1),
    (wording) => (wording.requesterId = wording.approverId ?? id),
    (wording) => (wording.expiresAt = '2030-01-01T00:00:00.000Z'),
    (wording) => (wording.kind = null),
  ]
  await expectTied(await forged(text, () => {}), { signatures: 2, tied: 2 })
  for (const change of changes)
    await expectRefused(
      await forged(text, ({ action, wording }) => {
        if (action === 'request.approved') change(wording)
      }),
    )
})

test('what is erased stands as erased, and everything else still holds', async () => {
  const { id, admin } = await paidTeam()
  const text = await exported(id, admin)
  const erased = await forged(text, ({ wording }) => {
    if (!wording) return
    Object.assign(wording, { title: null, details: null, salt: null, fields: null })
    wording.kind.name = null
    wording.files[0].name = null
    wording.rule.applied = null
  })
  await expectTied(erased, { signatures: 2, tied: 0 })
})

test('an export of before, which has no wording, still verifies and says that it has only hashes', async () => {
  const before = readFileSync(new URL('vectors/export-of-before-wordings.jsonl', import.meta.url), 'utf8')
  await expectTied(before, { signatures: 4, tied: 0 }, 'Fo68g67axHguS3lQnuOtdcZUuV2kS2DMwDWk0xbHc8k')
  // Whose it is comes first.
  expect(await verifyFile(new Blob([before]), NO_ANCHOR, () => {})).toMatchObject({ why: 'whose' })
})

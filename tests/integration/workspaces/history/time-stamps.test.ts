import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { BELEG_DOMAIN, type Beleg, type BelegContent } from '#contract/beleg/beleg.ts'
import { verifyBeleg, type Anchor } from '#contract/beleg/verify-beleg.ts'
import { canonicalText } from '#contract/requests/signing.ts'
import { checkpointKeys } from '#modules/workspaces/history/history-checkpoint.ts'
import { treeSigner } from '#modules/workspaces/history/history-proofs.ts'
import { stampLogs } from '#modules/workspaces/history/stamp-logs.ts'
import { timeStampRequest, tokenIn } from '#platform/time-stamps/time-stamp-messages.ts'
import { inspectTimeStamps } from '../../../../services/ops/doctor/inspect-time-stamps.ts'
import { endEverything } from '#support/processes/local-process.ts'
import { openRequests, type RequestApi, type Team } from '#support/product/requests.ts'
import {
  hasOpenssl,
  madeAuthority,
  startAuthority,
  whyNoStamps,
  type Authority,
} from '#support/servers/time-stamping.ts'
import { hasPython, startIndependent } from '../../../evidence/independent.ts'

/** An authority of OpenSSL's stamps the logs, and a Beleg brings its stamp. */

let authority: Authority
let server: Awaited<ReturnType<typeof startAuthority>>
let api: RequestApi
let independent: ReturnType<typeof startIndependent> | null = null
beforeAll(async () => {
  if (!hasOpenssl) return
  independent = hasPython ? startIndependent() : null
  authority = await madeAuthority({ key: 'p256' })
  server = await startAuthority(authority)
  api = await openRequests({ TIMESTAMP_URL: server.url })
})
afterAll(async () => {
  independent?.end()
  await server?.close()
  await api?.product.close()
  await endEverything()
})

let team: Team
beforeEach(async () => {
  if (!hasOpenssl) return
  server.behave()
  team = await api.team()
  await api.product.projector.caughtUp()
})

const stamp = async () => {
  await api.product.projector.caughtUp()
  await stampLogs(api.product.platform, new AbortController().signal)
}
/** When every wait has passed. */
const stampLater = async () => {
  await api.product.platform.db('stamped_logs').update({ next_at: new Date('2026-01-01T00:00:00Z') })
  await stamp()
}
const checkpoint = async () => {
  const answer = await api.get(`/workspaces/history-checkpoint/${team.id}`, team.admin)
  expect(answer).toMatchObject({ status: 200 })
  return answer.body
}
const kept = () => api.product.platform.db('time_stamps').where({ workspace_id: team.id }).orderBy('size')
const belegOf = async (id: string): Promise<string> => {
  await api.product.projector.caughtUp()
  const { status, body } = await api.get(`/requests/beleg/${id}?format=json`, team.anna)
  expect(status).toBe(200)
  return canonicalText(body)
}
const parsed = (text: string): Beleg => JSON.parse(text) as Beleg
const key = () => checkpointKeys(api.product.platform.config)[0].publicKey
const judged = async (text: string, more: Anchor = {}) => {
  const verdict = await verifyBeleg(text, { keys: [key()], ...more })
  if (independent && !more.authorities) {
    const [isRight, message] = await independent.verify(['beleg', text, key()])
    expect([isRight, message]).toEqual([verdict.result === 'proved', message])
  }
  return verdict
}
const named = () => ({ authorities: [authority.root] })

describe.skipIf(!hasOpenssl)(`time stamps of a log${whyNoStamps}`, () => {
  test('an admin sees when whose stamp was set on how many entries, and can keep it', async () => {
    await stamp()
    const { content, timeStamp } = await checkpoint()
    expect(timeStamp).toMatchObject({
      authority: 'Zeit-stamps',
      size: content.sequence,
      trouble: null,
      since: null,
    })
    expect(Math.abs(Date.parse(timeStamp.at) - Date.now())).toBeLessThan(60_000)
    const { text, token } = timeStamp
    if (independent)
      expect(await independent.verify(['stamp', token, text, '', authority.root])).toEqual([
        true,
        expect.stringContaining('stamped at'),
      ])
    expect(await inspectTimeStamps(api.product.platform)).toMatchObject({ isWrong: false })
  })

  test('a log that grows is stamped again when its time has come, one that does not grow is not', async () => {
    await stamp()
    await api.newRequest(team)
    await stamp()
    expect(await kept()).toHaveLength(1)
    await stampLater()
    expect(await kept()).toHaveLength(2)
    await stampLater()
    expect(await kept()).toHaveLength(2)
    const { content, timeStamp } = await checkpoint()
    expect(timeStamp.size).toBe(content.sequence)
  })

  test('a Beleg brings the earliest stamp that has its entries, however much was stamped later', async () => {
    await stamp()
    const id = await api.newRequest(team)
    await stampLater()
    await api.newRequest(team)
    await stampLater()
    const text = await belegOf(id)
    const [, second, third] = await kept()
    const { timeStamps, entries } = parsed(text).content
    expect(timeStamps.map(({ token }) => token)).toEqual([second.token])
    expect(Number(second.size)).toBeGreaterThanOrEqual(entries.at(-1)!.sequence)
    expect(Number(third.size)).toBeGreaterThan(Number(second.size))
    const { result, notProved, found } = await judged(text)
    expect([result, notProved]).toEqual(['proved', ['names', 'later', 'no-witness', 'unnamed-authority']])
    expect(found!.timeStamps).toMatchObject([{ authority: 'Zeit-stamps', isNamed: false }])
    const trusted = await judged(text, named())
    expect([trusted.result, trusted.notProved]).toEqual(['proved', ['names', 'later', 'no-witness']])
    expect(trusted.found!.timeStamps).toMatchObject([{ isNamed: true, at: second.stamped_at.toISOString() }])
  })

  test('a Beleg of what was not stamped yet says so, and none is as good as one of somebody else to who names an authority', async () => {
    const text = await belegOf(await api.newRequest(team))
    expect((await judged(text)).notProved).toContain('no-time-stamp')
    expect((await judged(text, named())).reasons).toEqual([{ code: 'other-authority', sequence: null }])
  })

  test('a row that somebody wrote into the database counts for nothing, and spoils no Beleg', async () => {
    const id = await api.newRequest(team)
    await stamp()
    const [right] = await kept()
    const { db } = api.product.platform
    const of = { workspace_id: team.id }
    await db('time_stamps')
      .where(of)
      .update({ text: right.text.replace(/\n..(?=[^\n]+\n$)/, '\nAA') })
    expect((await checkpoint()).timeStamp).toMatchObject({ authority: null, size: null, at: null })
    expect(parsed(await belegOf(id)).content.timeStamps).toEqual([])
    const { token } = (await kept())[0]
    await db('time_stamps')
      .where(of)
      .update({ text: right.text, token: token.replace(/^.{8}/, 'AAAAAAAA') })
    expect(parsed(await belegOf(id)).content.timeStamps).toEqual([])
    await db('time_stamps').where(of).update({ token, size: 1_000_000 })
    expect(parsed(await belegOf(id)).content.timeStamps).toEqual([])
  })
})

describe.skipIf(!hasOpenssl)(`an authority that gives no stamp${whyNoStamps}`, () => {
  const trouble = async () => (await checkpoint()).timeStamp

  test.each([
    ['fails', 'unreached', 500, ''],
    ['refuses', 'refused', 403, ''],
    ['answers with something else', 'invalid', 200, '<html>'],
  ])('and %s is asked again, and shown since when', async (_, code, status, body) => {
    server.behave(async () => ({ status, body: Buffer.from(body) }))
    await stamp()
    const first = await trouble()
    expect(first).toMatchObject({ trouble: code, size: null, since: expect.any(String) })
    const asked = server.asked()
    // Not before its time.
    await stamp()
    expect(server.asked()).toBe(asked)
    await stampLater()
    expect(server.asked()).toBeGreaterThan(asked)
    expect(await trouble()).toMatchObject({ trouble: code, since: first.since })
    const found = await inspectTimeStamps(api.product.platform)
    expect(found).toMatchObject({ isWrong: true, text: expect.stringContaining(code) })
    expect(found.advice!.join()).toContain(`${code}: `)
    server.behave()
    await stampLater()
    expect(await trouble()).toMatchObject({ trouble: null, since: null, size: expect.any(Number) })
  })

  test('because it is away or slow holds no command up, and is asked once for all logs', async () => {
    const hanging = Promise.withResolvers<void>()
    server.behave(async () => {
      await hanging.promise
      return { body: Buffer.alloc(0) }
    })
    const asked = server.asked()
    await api.team()
    await api.product.projector.caughtUp()
    const chore = stamp()
    // Done long before the authority is given up.
    await api.newRequest(team)
    expect(await Promise.race([chore, Promise.resolve('waits')])).toBe('waits')
    hanging.resolve()
    await chore
    server.behave()
    await server.leave()
    const before = server.asked()
    await stampLater()
    expect(server.asked()).toBe(before)
    expect(before).toBeGreaterThan(asked)
    expect(await trouble()).toMatchObject({ trouble: 'unreached' })
    await server.back()
    await stampLater()
    expect(await trouble()).toMatchObject({ trouble: null, size: expect.any(Number) })
  })
})

/** The same content, changed and signed anew by the product. */
const forged = (text: string, change: (content: any) => void): string => {
  const content = structuredClone(parsed(text).content) as any
  change(content)
  const { config } = api.product.platform
  const signed = `${BELEG_DOMAIN}\n${canonicalText(content)}`
  const signature = checkpointKeys(config)[0].sign(signed)
  const logSignature = treeSigner(config).sign(signed)
  return canonicalText({ kind: 'vieraugen.beleg', v: 1, content, signature, logSignature })
}

describe.skipIf(!hasOpenssl)(
  `a Beleg that the product itself signed is refused by name${whyNoStamps}`,
  () => {
    const code = async (text: string) => {
      const { result, reasons } = await judged(text)
      return [result, reasons[0]?.code]
    }
    const stampedBeleg = async (): Promise<string> => {
      const id = await api.newRequest(team)
      await stampLater()
      await api.newRequest(team)
      return belegOf(id)
    }
    const tokenOver = async (text: string): Promise<string> => {
      const answer = await authority.answer(timeStampRequest(text, Uint8Array.of(1)))
      return Buffer.from(tokenIn(new Uint8Array(answer))!).toString('base64')
    }
    const put = (text: string, changed: Partial<BelegContent['timeStamps'][0]>) =>
      forged(text, ({ timeStamps: [one] }) => void Object.assign(one, changed))

    test('with a token over something else', async () => {
      const text = await stampedBeleg()
      expect(await code(put(text, { token: await tokenOver('other') }))).toEqual(['refused', 'stamp-imprint'])
      expect(await code(put(text, { token: 'AAAA' }))).toEqual(['refused', 'stamp-unreadable'])
    })

    test('with the stamp of another workspace, or of another history', async () => {
      const text = await stampedBeleg()
      const [own] = parsed(text).content.timeStamps
      const stranger = own!.text.replace(team.id, 'b0f6c1de-0000-4000-8000-000000000000')
      const other = own!.text.replace(/\n..(?=[^\n]+\n$)/, '\nAA')
      for (const said of [stranger, other, 'no log'])
        expect(await code(put(text, { text: said, token: await tokenOver(said) }))).toEqual([
          'refused',
          'stamp-log',
        ])
    })

    test('with an older stamp, of a time before its entries', async () => {
      await stampLater()
      const id = await api.newRequest(team)
      const [old] = await kept()
      await stampLater()
      const text = await belegOf(id)
      const [, size] = parsed(text).content.checkpoint.split('\n')
      const path = `/workspaces/history-consistency/${team.id}?from=${old.size}&to=${size}`
      const { hashes } = (await api.get(path, team.admin)).body
      const older = put(text, { text: old.text, token: old.token, proof: hashes })
      expect(await code(older)).toEqual(['refused', 'stamp-older'])
    })
  },
)

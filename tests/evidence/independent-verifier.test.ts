import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { checkpointKeys } from '#modules/workspaces/history/history-checkpoint.ts'
import { linesIn } from '#contract/evidence/export-lines.ts'
import { verifyHistory } from '#contract/evidence/verify-history.ts'
import { treeInCheckpoint, verifyConsistency, verifyProof } from '#contract/evidence/verify-proof.ts'
import { enrolPasskey } from '#support/product/passkeys.ts'
import { openRequests, type RequestApi, type Team } from '#support/product/requests.ts'
import { rounds, seedOfRun } from '#support/rounds.ts'
import { witnessSigner } from '#support/workspaces/witness-signer.ts'
import { hasPython, randomBy, startIndependent, tampered, whySkipped } from './independent.ts'

/** What the product hands out is verified by a program in another language, which was written from docs/evidence.md alone. */

const ROUNDS = rounds({ short: 500, long: 10_000 })
const SEED = seedOfRun()

let api: RequestApi
let team: Team
let independent: ReturnType<typeof startIndependent>
beforeAll(async () => {
  if (!hasPython) return
  independent = startIndependent()
  api = await openRequests()
  team = await signedTeam()
})
afterAll(async () => {
  independent?.end()
  await api?.product.close()
})

/** A workspace whose log has signatures by a passkey, by a PIN, and over a list of approvals. */
const signedTeam = async (): Promise<Team> => {
  const made = await api.team()
  const passkey = await enrolPasskey(api.product, made.anna)
  const phone = await api.enrol(made.ben)
  const check = { approverId: made.ben.participantId }
  const fields = { type: 'verification', title: 'Anruf wegen „Ré 7“ 請求書', ...check }
  const { challenge } = (await api.post(`/requests/prepare/${made.id}`, made.anna, fields)).body
  const signed = { ...fields, ...(await passkey.proofFor(challenge)) }
  expect((await api.post(`/requests/create/${made.id}`, made.anna, signed)).status).toBe(201)
  const one = await api.newRequest(made)
  expect((await api.post(`/requests/approve/${one}`, made.ben, await phone.prove(one))).status).toBe(200)
  const several = [await api.newRequest(made), await api.newRequest(made)]
  const proof = await phone.proveMany(several)
  const approved = await api.post('/requests/approve-many', made.ben, { requestIds: several, ...proof })
  expect(approved.status).toBe(200)
  return made
}

const read = async (path: string): Promise<any> => {
  const answer = await api.get(`/workspaces/${path}`, team.admin)
  expect(answer.status).toBe(200)
  return answer.body
}
const exported = async (filter = ''): Promise<string> =>
  String(await read(`history-export/${team.id}?format=jsonl${filter}`))
const keyOfExports = () => checkpointKeys(api.product.platform.config)[0].publicKey
const checkpoint = () => read(`history-checkpoint/${team.id}`)

const bytesOf = async function* (text: string) {
  yield Buffer.from(text)
}
/** Our own verdict. */
const verifyExport = async (text: string, key = keyOfExports()): Promise<boolean> => {
  try {
    await verifyHistory(linesIn(bytesOf(text)), { key })
    return true
  } catch {
    return false
  }
}

type Answer = { readonly entry: any; readonly proof: string }

/** Whether our own verifier takes something. */
const holds = async (verify: () => Promise<unknown>): Promise<boolean> => {
  try {
    await verify()
    return true
  } catch {
    return false
  }
}

test.skipIf(!hasPython)(
  `an export, whole or filtered, a proof of each entry and of each growth are right for both programs${whySkipped}`,
  async () => {
    const { publicKey } = (await checkpoint()).keys[0]
    for (const filter of ['', '&action=request.approved', '&q=nothing+at+all']) {
      const text = await exported(filter)
      expect([filter, await independent.verify(['export', text, publicKey])]).toEqual([
        filter,
        [true, expect.any(String)],
      ])
      expect(await verifyExport(text)).toBe(true)
    }
    const text = await exported()
    expect(await independent.verify(['export', text, publicKey])).toEqual([
      true,
      expect.stringMatching(
        /^\d+ entries, 4 signatures, 3 of them right for the wording in the file, whole$/,
      ),
    ])
    await api.product.projector.caughtUp()
    const { note, verifierKeys, content } = await checkpoint()
    for (let sequence = 1; sequence <= content.sequence; sequence += 1) {
      const answer = await read(`history-proof/${team.id}?sequence=${sequence}`)
      expect(await verifyProof(answer, verifierKeys[0])).toMatchObject({
        sequence,
        tree: { size: content.sequence },
      })
      const verdict = await independent.verify(['proof', JSON.stringify(answer), verifierKeys[0]])
      expect(verdict).toEqual([true, `entry ${sequence} is in the log of ${content.sequence}`])
    }
    await api.newRequest(team)
    await api.product.projector.caughtUp()
    const { note: newer } = await checkpoint()
    const [from, to] = await Promise.all([note, newer].map((one) => treeInCheckpoint(one, verifierKeys[0])))
    const grown = await read(`history-consistency/${team.id}?from=${from!.size}&to=${to!.size}`)
    const job = ['consistency', JSON.stringify(grown), note, newer, verifierKeys[0]] as const
    expect(await independent.verify(job)).toEqual([true, expect.stringContaining('begins with')])
    expect(await verifyConsistency(grown, [note, newer], verifierKeys[0])).toMatchObject({ from, to })
  },
)

describe.skipIf(!hasPython)(
  `${ROUNDS} random tamperings each are found by both programs; seed ${SEED}${whySkipped}`,
  { timeout: ROUNDS * 250 },
  () => {
    test('of an export', async () => {
      const [text, key, random] = [await exported(), keyOfExports(), randomBy(SEED)]
      for (let round = 0; round < ROUNDS; round += 1) {
        const changed = tampered(text, random)
        const [theirs] = await independent.verify(['export', changed, key])
        expect([round, theirs, await verifyExport(changed)]).toEqual([round, false, false])
      }
    })

    test('of a proof', async () => {
      const { verifierKeys } = await checkpoint()
      const answer: Answer = await read(`history-proof/${team.id}?sequence=5`)
      const random = randomBy(SEED)
      for (let round = 0; round < ROUNDS; round += 1) {
        const isOfEntry = random(4) === 0
        const field = ['id', 'factHash', 'previousHash', 'hash'][random(4)]!
        const changed = isOfEntry
          ? { ...answer, entry: { ...answer.entry, [field]: tampered(answer.entry[field], random) } }
          : { ...answer, proof: tampered(answer.proof, random) }
        const [theirs] = await independent.verify(['proof', JSON.stringify(changed), verifierKeys[0]])
        const ours = await holds(() => verifyProof(changed, verifierKeys[0]))
        expect([round, theirs, ours]).toEqual([round, false, false])
      }
    })

    test('of a proof that a log only grew', async () => {
      const { note, verifierKeys } = await checkpoint()
      await api.newRequest(team)
      await api.product.projector.caughtUp()
      const { note: newer } = await checkpoint()
      const [from, to] = await Promise.all([note, newer].map((one) => treeInCheckpoint(one, verifierKeys[0])))
      const grown = await read(`history-consistency/${team.id}?from=${from!.size}&to=${to!.size}`)
      const random = randomBy(SEED)
      for (let round = 0; round < ROUNDS; round += 1) {
        const at = random(grown.hashes.length)
        const changed = grown.hashes.with(at, tampered(grown.hashes[at], random))
        const job = [
          'consistency',
          JSON.stringify({ hashes: changed }),
          note,
          newer,
          verifierKeys[0],
        ] as const
        const [theirs] = await independent.verify(job)
        const ours = await holds(() => verifyConsistency({ hashes: changed }, [note, newer], verifierKeys[0]))
        expect([round, theirs, ours]).toEqual([round, false, false])
      }
    })
  },
)

test.skipIf(!hasPython)(
  `a forged export, proof or checkpoint is refused by name: another key, another workspace, an older checkpoint${whySkipped}`,
  async () => {
    const { verifierKeys, note } = await checkpoint()
    const ours = team
    const answer = await read(`history-proof/${ours.id}?sequence=3`)
    const text = await exported()
    const stranger = await api.team()
    const theirs = await api.get(`/workspaces/history-checkpoint/${stranger.id}`, stranger.admin)
    const [foreign] = theirs.body.verifierKeys
    expect(await independent.verify(['export', text, 'A'.repeat(43)])).toEqual([
      false,
      'the checkpoint is signed with another key',
    ])
    expect(await independent.verify(['proof', JSON.stringify(answer), foreign])).toEqual([
      false,
      'the checkpoint is not signed by this key',
    ])
    const swapped = { ...answer, proof: answer.proof.replace(/\n\n[^]*$/, `\n\n${theirs.body.note}`) }
    expect(await independent.verify(['proof', JSON.stringify(swapped), verifierKeys[0]])).toEqual([
      false,
      'the checkpoint is not signed by this key',
    ])
    await api.newRequest(ours)
    await api.product.projector.caughtUp()
    const { size } = await treeInCheckpoint(note, verifierKeys[0])
    const later = await read(`history-proof/${ours.id}?sequence=${size + 1}`)
    const older = { ...later, proof: later.proof.replace(/\n\n[^]*$/, `\n\n${note}`) }
    expect(await independent.verify(['proof', JSON.stringify(older), verifierKeys[0]])).toEqual([
      false,
      'the entry is not in the log yet',
    ])
  },
)

test.skipIf(!hasPython)(
  `the key of a witness is an anchor of a proof, of two checkpoints and of a kept one; a swapped witness is refused by name${whySkipped}`,
  async () => {
    const [witness, swapped] = [witnessSigner(), witnessSigner()]
    const stranger = witnessSigner('insurer.example/w')
    const kept = await checkpoint()
    const { verifierKeys, note } = kept
    const seen = witness.cosigned(note)
    const refused = async (job: Parameters<typeof independent.verify>[0], why: string) =>
      expect(await independent.verify(job)).toEqual([false, why])
    const right = async (job: Parameters<typeof independent.verify>[0]) =>
      expect(await independent.verify(job)).toEqual([true, expect.any(String)])
    const none = 'the checkpoint is not signed by the witness'

    const answer = await read(`history-proof/${team.id}?sequence=3`)
    const [head] = answer.proof.split('\n\n')
    const proof = JSON.stringify({
      ...answer,
      proof: `${head}\n\n${witness.cosigned(answer.proof.slice(head.length + 2))}`,
    })
    await right(['proof', proof, '', witness.key])
    await right(['proof', proof, verifierKeys[0], witness.key])
    await refused(['proof', proof, '', swapped.key], `${none} auditor.example/w`)
    await refused(['proof', proof, '', stranger.key], `${none} insurer.example/w`)
    await refused(['proof', proof, ''], 'nothing says whose proof it is')
    // The name and id of the right one, over another signature.
    const id = Buffer.from(witness.cosigned('').split(' ')[2]!, 'base64').subarray(0, 4)
    const posed = swapped.cosigned(note).replace(/(\S+)\n$/, (_, signature: string) => {
      const bytes = Buffer.from(signature, 'base64')
      id.copy(bytes)
      return `${bytes.toString('base64')}\n`
    })
    const asPosed = JSON.stringify({ ...answer, proof: `${head}\n\n${posed}` })
    await refused(
      ['proof', asPosed, '', witness.key],
      'the signature of the witness auditor.example/w is wrong',
    )

    await api.newRequest(team)
    await api.product.projector.caughtUp()
    const newer = await checkpoint()
    const size = newer.content.sequence
    const grown = JSON.stringify(
      await read(`history-consistency/${team.id}?from=${kept.content.sequence}&to=${size}`),
    )
    await right(['consistency', grown, seen, witness.cosigned(newer.note), '', witness.key])
    await refused(['consistency', grown, seen, newer.note, '', witness.key], `${none} auditor.example/w`)

    const text = await exported()
    const asKept = (by: string, from = kept) => JSON.stringify({ ...from, note: by })
    await right(['export', text, '', asKept(note)])
    await right(['export', text, '', asKept(seen), witness.key])
    await refused(['export', text, '', asKept(seen), swapped.key], `${none} auditor.example/w`)
    await refused(
      ['export', text, keyOfExports(), '', witness.key],
      'witnesses sign checkpoints: give the kept one',
    )
    const other = asKept(`${note.split('\n')[0]}\n2\n${'A'.repeat(43)}=\n\n`)
    await refused(['export', text, '', other], 'the log does not begin with the tree of the kept checkpoint')
    await refused(
      ['export', text, '', asKept(note, { ...newer, content: { ...newer.content, sequence: size + 50 } })],
      'InvalidSignature',
    )
    const { body: theirs } = await api
      .team()
      .then((of) => api.get(`/workspaces/history-checkpoint/${of.id}`, of.admin))
    await refused(['export', text, '', JSON.stringify(theirs)], 'the kept checkpoint is of another workspace')
    const before = await exported()
    const later = await checkpoint()
    await refused(['export', text, '', JSON.stringify(later)], 'the export ends before the kept checkpoint')
    await right(['export', before, '', JSON.stringify(kept)])
  },
)

import { afterAll, beforeAll, expect, test } from 'vitest'
import { cast, castOthers, type Cast } from '#support/endpoints/access-cast.ts'
import { endpoints, type ContractEndpoint, type Operation } from '#support/endpoints/endpoints.ts'
import { goodCall, madeCall } from '#support/endpoints/good-calls.ts'
import { whoMayCall, type Caller } from '#support/endpoints/who-may-call.ts'
import { openProduct, type Product } from '#support/product/product.ts'
import { onlyFollows, recordStatements } from '#support/statements.ts'

/** The session with its person and what else the call surely needs is one; the page is the other. */
const MOST = 2

/** What needs more, exactly, and why. If yours grew, ask in a statement that is sent anyway. If one is too high here, lower it. */
const MORE: { readonly [operation in Operation]?: readonly [most: number, why: string] } = {
  'participants.deputies': [3, 'the absent participant, then those who may stand in'],
  'workspaces.history-mails': [5, 'the cause, its mails, and the two kinds of people in them'],
  'changes.details': [4, 'the workspace is known only from the change, then the membership'],
  'drills.list': [4, 'the drills, then their questions, then the people of both'],
  'workspaces.figures': [5, 'four series over all workspaces; for the operator'],
  'groups.list': [3, 'the groups, then their people'],
  'workspaces.history-checkpoint': [3, 'the membership of a workspace that may be deleted is read by itself'],
  'workspaces.history-proof': [5, 'the same; head, entries, then the nodes of the tree that these need'],
  'workspaces.history-consistency': [4, 'the same; head, then the nodes of the tree'],
  'workspaces.note': [3, 'the note, then the name of its author; for the operator'],
  'operations.projections': [3, 'the builds, and the head of the event store; for the operator'],
  'workspaces.participant-devices': [3, 'the account of the participant, then its devices'],
  'workspaces.participant-requests': [3, 'the participant, then the requests'],
  'files.payment-run': [
    6,
    'the file, the facts that say who may see it, its bytes, and what its reader knows of payees',
  ],
  'files.payments': [6, 'the same'],
  'workspaces.workspace-with-participants-list': [
    4,
    'time zones, page and count over all workspaces; for the operator',
  ],
  'requests.colleagues': [3, 'the colleagues, then how often the person was refused'],
  'requests.approver': [10, 'the approver, what keeps one from asking them, and limits under their lock'],
  'workspaces.overview': [3, 'what waits now; then the weeks, which begin by the time zone of the workspace'],
  'requests.approvers': [7, 'the page, then numbers, mutes, absences and who is reached'],
  'requests.details': [
    3,
    'its facts, unless EventStoreDB has them; then the request with what was sent about them',
  ],
}

/** No key is read anew during the test. */
const KEY_LEASE_MS = 3_600_000
/** At first caches are filled. The ages of read models are asked every other second. */
const WARM_TIMES = 2
const TIMES = 3

let product: Product
let known: Cast
beforeAll(async () => {
  product = await openProduct({ RATE_FACTOR: 1_000_000 }, undefined, undefined, KEY_LEASE_MS)
  known = await cast(product, await castOthers(product))
})
afterAll(() => product?.close())

/** Streams never end, a file is no page, and only `npm start` has a mailbox. */
const isRead = ({ method, command, live, file, operation }: ContractEndpoint): boolean =>
  method === 'GET' &&
  !command &&
  !live &&
  !file &&
  !goodCall(operation).spends &&
  operation !== 'mailbox.messages'

/** The callers for whom something is read. */
const readersOf = ({ operation }: ContractEndpoint): readonly Caller[] =>
  [...whoMayCall(operation)].flatMap(([caller, { own }]) => (own < 400 ? caller : []))

/** What the api sends for one call, at the cheapest of some. */
const statementsOf = async (endpoint: ContractEndpoint, caller: Caller): Promise<readonly string[]> => {
  const { ids, tokens } = known
  const token = tokens[caller]
  const { url } = await madeCall(endpoint, { product, token, ids })
  const calls: (readonly string[])[] = []
  for (let time = -WARM_TIMES; time < TIMES; time += 1) {
    const { sent, end } = recordStatements()
    const { status } = await product.call('GET', url, { token })
    end()
    expect(status, `${caller} asks for ${url}`).toBeLessThan(400)
    if (time >= 0) calls.push(sent.filter((statement) => !onlyFollows(statement)).map(({ sql }) => sql))
  }
  return calls.toSorted((a, b) => a.length - b.length)[0]!
}

test.each(endpoints.filter(isRead).map((endpoint) => [endpoint.operation, endpoint] as const))(
  '%s asks PostgreSQL at most twice, or as often as the table says',
  async (operation, endpoint) => {
    let most: readonly string[] = []
    for (const caller of readersOf(endpoint)) {
      const sent = await statementsOf(endpoint, caller)
      if (sent.length > most.length) most = sent
    }
    const [bound = Math.min(most.length, MOST)] = MORE[operation] ?? []
    expect(most.length, `it sends\n${most.join('\n')}\n`).toBe(bound)
  },
)

import { figure, median, quantile, type Figure, type Progress } from '../measure.ts'
import { ben, logIn, openPair, openPhone } from './checks.ts'
import { inBrowser, inMail, signUp, type Site } from './pages.ts'

const rounds = Number(process.env['BENCH_SIGNERS'] ?? 60)
const WARM_UP = 5
/** The same work for the reader: one more card in an open inbox. */
const MOST = 1.5
const FILE_BYTES = 10 * 1024 * 1024

type Approver = { readonly participantId: string; readonly email: string }

/** Invites one more approver, who joins. */
const join = async (site: Site, workspaceId: string, email: string): Promise<void> => {
  const token = await signUp(site, email)
  const invited = { email, role: 'regular user', approver: true, requester: true }
  await site.send('POST', `/workspaces/invite-participant/${workspaceId}`, invited, await logIn(site))
  const invitation = await inMail(site, email, /invitationUuid=([\w-]+)/)
  await site.send('POST', `/participants/accept-invite/${invitation}`, {}, token)
}

/** Uploads a PDF of the largest size. Returns its id. */
const upload = async ({ origin }: Site, workspaceId: string, token: string): Promise<string> => {
  const bytes = Buffer.alloc(FILE_BYTES, 'x')
  bytes.write('%PDF-1.7\n')
  bytes.write('\n%%EOF\n', FILE_BYTES - 7)
  const form = new FormData()
  form.append('file', new Blob([bytes]), 'invoice.pdf')
  const answer = await fetch(`${origin}/files/upload/${workspaceId}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}` },
    body: form,
  })
  if (!answer.ok) throw new Error(`upload: ${answer.status} ${await answer.text()}`)
  return ((await answer.json()) as { id: string }).id
}

/** Lets three people sign payments. Returns the id of the kind. */
const writeRule = async ({ send }: Site, workspaceId: string, token: string): Promise<string> => {
  const kinds = await send('GET', `/kinds/list/${workspaceId}`, undefined, token)
  const { id, name, fields } = kinds.find((kind: { builtIn: string }) => kind.builtIn === 'payment')
  const rules = [{ when: {}, who: 'any', count: 3, before: null, hours: 24 }]
  await send('POST', `/kinds/write/${workspaceId}`, { id, name, fields, rules }, token)
  return id
}

/** How soon a payment that needs three signatures over a file of 10 MiB is in an open inbox, to a plain request. */
export const benchSigners = (url: string, progress: Progress): Promise<Figure[]> =>
  inBrowser(url, async (site, browser) => {
    progress('signers: their workspace')
    const { send } = site
    const workspaceId = await openPair(site)
    for (const email of ['carl@example.com', 'dora@example.com']) await join(site, workspaceId, email)
    const kindId = await writeRule(site, workspaceId, await logIn(site))
    const list = `/requests/approvers/${workspaceId}`
    const approvers: Approver[] = await send('GET', list, undefined, await logIn(site))
    const { participantId: approverId } = approvers.find(({ email }) => email === ben)!
    const page = await openPhone(browser, site, ben)
    const create = async (body: object, token: string): Promise<string> =>
      (await send('POST', `/requests/create/${workspaceId}`, { type: 'approval', ...body }, token)).id
    /** Milliseconds from the call until the card is in the approver's open inbox. */
    const since = async (title: string, body: object, token: string): Promise<number> => {
      const card = page.getByRole('link', { name: title })
      const start = performance.now()
      const [id] = await Promise.all([create({ title, ...body }, token), card.waitFor()])
      const took = performance.now() - start
      await send('POST', `/requests/withdraw/${id}`, {}, await logIn(site))
      await card.waitFor({ state: 'detached' })
      return took
    }
    const took: { readonly plain: number; readonly signed: number }[] = []
    for (let round = -WARM_UP; round < rounds; round += 1) {
      if (round % 10 === 0) progress(`signers: ${round} of ${rounds}`)
      const token = await logIn(site)
      const file = await upload(site, workspaceId, token)
      const fields = {
        amount: { value: '25000.00', currency: 'EUR' },
        payee: 'Müller GmbH',
        iban: 'DE89370400440532013000',
      }
      const asPlain = () => since(`Plain ${round}`, { approverId }, token)
      const asSigned = () => since(`Signed ${round}`, { kindId, fields, files: [file] }, token)
      // Neither is always the first after the upload.
      const first = round % 2 === 0 ? null : await asSigned()
      const plain = await asPlain()
      const signed = first ?? (await asSigned())
      if (round >= 0) took.push({ plain, signed })
    }
    const plain = took.map((one) => one.plain)
    const signed = took.map((one) => one.signed)
    const name = 'a payment for three signers with 10 MiB, from sent to shown, to a plain request'
    return [
      figure(`${name}: median`, median(signed), 'ms', { baseline: median(plain) }),
      figure(`${name}: 95th percentile`, quantile(signed, 0.95), 'ms', {
        baseline: quantile(plain, 0.95),
        goal: MOST,
      }),
    ]
  })

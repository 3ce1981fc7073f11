import { csvIn, type Cell } from '#modules/workspaces/history/export/csv.ts'
import type { ExportedWorkspace } from '#projections/workspaces/operator-queries.ts'

const yesNo = (value: boolean): Cell => (value ? 'yes' : 'no')

/** The columns in their order. */
const COLUMNS: Readonly<Record<string, (workspace: ExportedWorkspace) => Cell>> = {
  id: ({ id }) => id,
  name: ({ name }) => name,
  subscription: ({ subscription }) => subscription,
  starts_on: ({ startDate }) => startDate,
  ends_on: ({ endDate }) => endDate,
  people: ({ participantCount }) => participantCount,
  invited: ({ invited }) => invited,
  seats: ({ seats }) => seats,
  billing_email: ({ billingUser }) => billingUser,
  billing_confirmed: ({ billingConfirmed }) => yesNo(billingConfirmed),
  time_zone: ({ timezone }) => timezone,
  created_utc: ({ createdAt }) => createdAt,
  people_protected: ({ peopleProtected }) => yesNo(peopleProtected),
  offer: ({ offer }) => offer?.reference,
  offer_requested_utc: ({ offer }) => offer?.requestedAt,
}

export const workspacesCsv = async function* (
  pages: AsyncIterable<readonly ExportedWorkspace[]>,
  language: 'de' | 'en',
): AsyncGenerator<Buffer, void, undefined> {
  const csv = csvIn(language)
  const cells = Object.values(COLUMNS)
  yield csv.head(Object.keys(COLUMNS))
  for await (const page of pages)
    yield csv.lines(page.map((workspace) => cells.map((cell) => cell(workspace))))
}

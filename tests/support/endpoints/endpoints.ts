import type { FastifyInstance } from 'fastify'
import * as answers from '#contract/workspaces/subscription/answer-offer.ts'
import * as asking from '#contract/requests/asking.ts'
import * as alerts from '#contract/requests/alerts.ts'
import * as audit from '#contract/workspaces/audit.ts'
import * as beleg from '#contract/beleg/beleg-files.ts'
import * as billingAddress from '#contract/workspaces/billing-address.ts'
import * as decisions from '#contract/requests/decisions.ts'
import * as callBack from '#contract/workspaces/call-back.ts'
import * as changes from '#contract/workspaces/changes.ts'
import * as devices from '#contract/accounts/devices.ts'
import * as drills from '#contract/requests/drills.ts'
import type { Endpoint } from '#contract/endpoint.ts'
import * as figures from '#contract/workspaces/operator/figures.ts'
import * as absence from '#contract/workspaces/approving/absence.ts'
import * as glass from '#contract/requests/glass/glass.ts'
import * as groups from '#contract/workspaces/approving/groups.ts'
import * as health from '#contract/health.ts'
import * as historyExport from '#contract/workspaces/history-export.ts'
import * as historyViews from '#contract/workspaces/history-views.ts'
import * as invitations from '#contract/workspaces/invitations.ts'
import * as kinds from '#contract/requests/writing-kinds.ts'
import * as listExport from '#contract/workspaces/operator/list-export.ts'
import * as live from '#contract/live.ts'
import * as mailbox from '#contract/mailbox.ts'
import * as muteApprovals from '#contract/workspaces/approving/mute-approvals.ts'
import * as notes from '#contract/workspaces/operator/notes.ts'
import * as offers from '#contract/workspaces/subscription/offers.ts'
import * as operations from '#contract/operations.ts'
import * as pairing from '#contract/accounts/pairing.ts'
import * as pairs from '#contract/requests/pairs.ts'
import * as paymentRuns from '#contract/requests/payment-run.ts'
import * as participants from '#contract/workspaces/participants.ts'
import * as passwords from '#contract/accounts/passwords.ts'
import * as periods from '#contract/workspaces/subscription/periods.ts'
import * as protectionLift from '#contract/workspaces/protection-lift.ts'
import * as providers from '#contract/accounts/providers.ts'
import * as policyReports from '#contract/policy-reports.ts'
import * as pushes from '#contract/pushes.ts'
import * as askedRequests from '#contract/requests/asked.ts'
import * as inbox from '#contract/requests/inbox.ts'
import * as readinessOf from '#contract/workspaces/readiness.ts'
import * as overview from '#contract/requests/overview.ts'
import * as requestFiles from '#contract/requests/files.ts'
import * as requests from '#contract/requests/requests.ts'
import * as several from '#contract/requests/several.ts'
import * as sessions from '#contract/accounts/sessions.ts'
import * as severalPeriods from '#contract/workspaces/operator/several-periods.ts'
import * as severalParticipants from '#contract/workspaces/several-participants.ts'
import * as signUp from '#contract/accounts/sign-up.ts'
import * as unsubscribing from '#contract/accounts/unsubscribe.ts'
import * as users from '#contract/accounts/users.ts'
import * as visitors from '#contract/accounts/visitors.ts'
import * as tryingRules from '#contract/requests/rules/trying-rules.ts'
import * as waitingDevices from '#contract/accounts/waiting-devices.ts'
import * as workspaces from '#contract/workspaces/workspaces.ts'

/** Every file of the contract with endpoints. */
const files = [
  absence,
  alerts,
  answers,
  audit,
  beleg,
  billingAddress,
  decisions,
  callBack,
  changes,
  devices,
  drills,
  figures,
  glass,
  groups,
  health,
  historyExport,
  historyViews,
  invitations,
  kinds,
  listExport,
  live,
  mailbox,
  muteApprovals,
  notes,
  offers,
  operations,
  pairing,
  pairs,
  participants,
  paymentRuns,
  passwords,
  periods,
  protectionLift,
  providers,
  policyReports,
  pushes,
  asking,
  askedRequests,
  inbox,
  readinessOf,
  overview,
  requestFiles,
  requests,
  several,
  sessions,
  severalParticipants,
  severalPeriods,
  signUp,
  tryingRules,
  unsubscribing,
  users,
  visitors,
  waitingDevices,
  workspaces,
] as const

type ExportsOf<File> = File extends unknown ? File[keyof File] : never
/** An endpoint as it is declared. */
export type Declared = Extract<ExportsOf<(typeof files)[number]>, Endpoint>
export type Operation = Declared['operation']
export type ContractEndpoint = Endpoint & { readonly operation: Operation }

const isEndpoint = (value: unknown): value is ContractEndpoint =>
  typeof value === 'object' && value !== null && 'operation' in value && 'path' in value

export const endpoints: readonly ContractEndpoint[] = files.flatMap((file) =>
  Object.values<unknown>(file).filter(isEndpoint),
)

/** Returns the endpoint's address with these parameters. */
export const addressOf = ({ path }: Endpoint, params: unknown, query: unknown): string => {
  const names = { ...(params as Record<string, string> | undefined) }
  const asked = new URLSearchParams({ ...(query as Record<string, string> | undefined) }).toString()
  return path.replaceAll(/\{(\w+)\}/g, (_, name: string) => names[name] ?? '') + (asked && `?${asked}`)
}

type Documentation = { readonly paths: Record<string, Record<string, { readonly operationId: string }>> }

/** Returns the ids of the registered operations from `/openapi.json`. */
export const registeredOperations = async (app: FastifyInstance): Promise<readonly string[]> => {
  const { paths } = (await app.inject('/openapi.json')).json<Documentation>()
  return Object.values(paths).flatMap((path) => Object.values(path).map(({ operationId }) => operationId))
}

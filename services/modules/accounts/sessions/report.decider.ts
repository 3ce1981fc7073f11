import type { UserEvent } from '#modules/accounts/user.events.ts'

/** What happened to an account, of which its owner hears. It changes nothing. */
export type ReportCommand =
  | { readonly type: 'ReportReplay'; readonly userId: string; readonly sessionId: string }
  | {
      readonly type: 'ReportPairing'
      readonly userId: string
      /** The phone's session. */
      readonly sessionId: string
      readonly pairedBy: string
      /** As the phone named itself. */
      readonly name: string | null
    }
  | { readonly type: 'ReportGuesses'; readonly userId: string }

const REPORTS: ReadonlySet<string> = new Set<ReportCommand['type']>([
  'ReportReplay',
  'ReportPairing',
  'ReportGuesses',
])
export const isReport = (command: { readonly type: string }): command is ReportCommand =>
  REPORTS.has(command.type)

export const decideReport = (command: ReportCommand): UserEvent => {
  const { userId } = command
  switch (command.type) {
    case 'ReportReplay':
      return { type: 'SessionReplayed', data: { userId, sessionId: command.sessionId } }
    case 'ReportPairing': {
      const { sessionId, pairedBy, name } = command
      return { type: 'PhonePaired', data: { userId, sessionId, pairedBy, ...(name !== null && { name }) } }
    }
    case 'ReportGuesses':
      return { type: 'PasswordGuessed', data: { userId } }
  }
}

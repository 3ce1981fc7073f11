import { letter, naming, phrase } from '#modules/mails/letter.ts'
import type { Mail } from '#modules/mails/mail-kind.ts'
import { localTime, safeName, type MembershipMail } from '#modules/workspaces/workspaces.mails.ts'

export type MutedMail = MembershipMail & { readonly until: Date; readonly url: string }

const words = {
  de: {
    kind: 'Freigaben',
    somebody: 'Ein Kollege',
    says: 'nimmt für einen Tag keine Anfragen um Freigabe von Ihnen an',
    means:
      'Bereits gestellte Anfragen bleiben offen. Andere können Sie weiter um Freigabe bitten, und Anrufe können Sie auch mit dieser Person prüfen. Wenn etwas eilt, sprechen Sie am besten miteinander.',
    facts: { by: 'Von', until: 'Bis' },
    open: 'App öffnen',
    why: 'Sie bekommen diese Mail, weil Sie in diesem Workspace Anfragen stellen.',
  },
  en: {
    kind: 'Approvals',
    somebody: 'A colleague',
    says: 'takes no approval requests from you for a day',
    means:
      'Requests that you have sent stay open. You can still ask others for approval, and check a call with this person. If something is urgent, it is best to talk to each other.',
    facts: { by: 'By', until: 'Until' },
    open: 'Open the app',
    why: 'You get this mail because you make requests in this workspace.',
  },
} as const

/** To a requester whose approvals an approver does not take for a day. */
export const mutedMail = ({ language, timezone, by, doer, until, url, workspaceName }: MutedMail): Mail => {
  const text = words[language]
  const name = safeName(workspaceName)
  const end = localTime(language, until, timezone)
  return {
    subject: `${doer ?? text.somebody} ${text.says} – ${name}`,
    ...letter({
      language,
      kind: text.kind,
      title: phrase`${name}`,
      paragraphs: [naming`${by ?? text.somebody} ${text.says}.`, text.means],
      facts: [
        ...(by === null ? [] : [[text.facts.by, by] as const]),
        [text.facts.until, end],
        ['Workspace', phrase`${name}`],
      ],
      action: { label: text.open, url },
      footer: [text.why],
    }),
  }
}

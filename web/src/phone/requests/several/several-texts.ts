import { createTexts } from '#shared/texts/create-texts.ts'

/** Texts of the page on which several requests are decided at once. */
export const severalTexts = createTexts(
  {
    title: 'Decide several',
    lead: 'Tick the requests that you want to decide together. You sign once for all that you approve.',
    none: 'Nothing else is waiting here that can be decided together.',
    all: 'Tick all',
    most: (count: number) => `At most ${count} can be decided at once.`,
    count: (count: number) => (count === 1 ? '1 request' : `${count} requests`),
    approve: (count: number) => `Approve ${count}`,
    decline: (count: number) => `Decline ${count}`,
    sign: (count: number) => (count === 1 ? 'Sign and approve 1' : `Sign and approve all ${count}`),
    declineQuestion: (count: number) =>
      count === 1
        ? 'Decline this request? Whoever asked will be notified.'
        : `Decline these ${count} requests? Everybody who asked will be notified.`,
    declineReasonHint:
      'It goes with each of them. All people involved can read it, and it stays in the audit log.',
    approved: (count: number) => (count === 1 ? '1 request approved.' : `${count} requests approved.`),
    declined: (count: number) => (count === 1 ? '1 request declined.' : `${count} requests declined.`),
    leftOut: 'Decided or closed meanwhile, so nothing has changed:',
    from: 'From',
  },
  {
    title: 'Mehrere entscheiden',
    lead: 'Wählen Sie aus, worüber Sie gemeinsam entscheiden. Für alles, was Sie freigeben, signieren Sie einmal.',
    none: 'Hier wartet nichts mehr, worüber Sie gemeinsam entscheiden können.',
    all: 'Alle auswählen',
    most: (count) => `Höchstens ${count} auf einmal.`,
    count: (count) => (count === 1 ? '1 Anfrage' : `${count} Anfragen`),
    approve: (count) => `${count} freigeben`,
    decline: (count) => `${count} ablehnen`,
    sign: (count) => (count === 1 ? 'Signieren und freigeben' : `Signieren und alle ${count} freigeben`),
    declineQuestion: (count) =>
      count === 1
        ? 'Diese Anfrage ablehnen? Wer gefragt hat, wird benachrichtigt.'
        : `Diese ${count} Anfragen ablehnen? Alle, die gefragt haben, werden benachrichtigt.`,
    declineReasonHint:
      'Er gilt für jede davon. Alle Beteiligten können ihn lesen, und er bleibt im Protokoll.',
    approved: (count) => (count === 1 ? '1 Anfrage freigegeben.' : `${count} Anfragen freigegeben.`),
    declined: (count) => (count === 1 ? '1 Anfrage abgelehnt.' : `${count} Anfragen abgelehnt.`),
    leftOut: 'Inzwischen entschieden oder geschlossen, daran hat sich nichts geändert:',
    from: 'Von',
  },
)

import { createTexts } from '#shared/texts/create-texts.ts'

/** Texts of the page on which several requests are decided at once. */
export const severalTexts = createTexts(
  {
    title: 'Decide several',
    lead: 'Tick the requests that you want to decide together. You sign once for all that you approve.',
    leadGiven: 'These are the ones that you have chosen. You sign once for all that you approve.',
    gone: (count: number) =>
      count === 1
        ? '1 of your choice was decided or closed meanwhile and is left out.'
        : `${count} of your choice were decided or closed meanwhile and are left out.`,
    none: 'Nothing else is waiting here that can be decided together.',
    all: 'Tick all',
    most: (count: number) => `At most ${count} can be decided at once.`,
    count: (count: number) => (count === 1 ? '1 request' : `${count} requests`),
    approve: (count: number) => `Approve ${count}`,
    decline: (count: number) => `Decline ${count}`,
    sign: (count: number) => (count === 1 ? 'Sign and approve 1' : `Sign and approve all ${count}`),
    declineQuestion: (count: number) =>
      count === 1
        ? 'Decline this request? The requester will be notified.'
        : `Decline these ${count} requests? Everybody who asked will be notified.`,
    reasonEach: 'A reason of its own for each',
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
    leadGiven: 'Das haben Sie ausgewählt. Für alles, was Sie freigeben, signieren Sie einmal.',
    gone: (count) =>
      count === 1
        ? '1 ausgewählte Anfrage ist inzwischen entschieden oder geschlossen und bleibt außen vor.'
        : `${count} ausgewählte Anfragen sind inzwischen entschieden oder geschlossen und bleiben außen vor.`,
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
    reasonEach: 'Für jede ein eigener Grund',
    declineReasonHint:
      'Er gilt für jede davon. Alle Beteiligten können ihn lesen, und er bleibt im Protokoll.',
    approved: (count) => (count === 1 ? '1 Anfrage freigegeben.' : `${count} Anfragen freigegeben.`),
    declined: (count) => (count === 1 ? '1 Anfrage abgelehnt.' : `${count} Anfragen abgelehnt.`),
    leftOut: 'Inzwischen entschieden oder geschlossen, daran hat sich nichts geändert:',
    from: 'Von',
  },
)

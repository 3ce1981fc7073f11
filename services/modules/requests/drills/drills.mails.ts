import type { Request } from '#contract/requests/requests.ts'
import { letter, naming, phrase, unlinked, type Phrase } from '#modules/mails/letter.ts'
import type { Mail } from '#modules/mails/mail-kind.ts'
import { inSubject, person } from '#modules/mails/people.ts'
import { timeIn } from '#modules/requests/notices/requests.mails.ts'

const words = {
  de: {
    kind: 'Übung',
    erased: 'eine gelöschte Person',
    untitled: 'ohne Titel',
    subject: (by: string) => `Die Anrufprüfung von ${by} war eine Übung`,
    ended: 'Die Anrufprüfung war eine Übung',
    endedText: (by: Phrase) =>
      naming`Die Anrufprüfung von ${by} war eine Übung. Niemand hat Sie angerufen, und mit Ihrer Antwort wurde nichts bestätigt.`,
    inEarnest:
      'Im Ernstfall gilt: Bestätigen Sie nur ein Gespräch, das Sie gerade selbst führen, und nur, worum Sie selbst bitten. Sonst wählen Sie in der App „Ich spreche nicht mit …“ oder „… aber darum habe ich nicht gebeten“.',
    seen: {
      true: 'Ihre Admins sehen, wie jede Person geantwortet hat.',
      false: 'Ihre Admins sehen höchstens, wie viele richtig geantwortet haben, nicht wer.',
    },
    view: 'Übung ansehen',
    why: 'Sie erhalten diese E-Mail, weil ein Admin Ihnen eine Übung geschickt hat.',
    results: {
      true: 'Übungen: Admins sehen künftig Ihre Antwort',
      false: 'Übungen: Admins sehen Ihre Antwort nicht mehr',
    },
    resultsText: {
      true: 'Admins schicken manchmal eine Übung, die wie eine Anrufprüfung aussieht. Bei Übungen ab jetzt sehen sie, wie jede einzelne Person geantwortet hat.',
      false:
        'Admins schicken manchmal eine Übung, die wie eine Anrufprüfung aussieht. Bei Übungen ab jetzt sehen sie höchstens, wie viele richtig geantwortet haben, nicht wer.',
    },
    facts: { by: 'Geändert von', at: 'Geändert am', asked: 'Es ging um', sent: 'Geschickt' },
    open: 'App öffnen',
    whyResults: 'Sie erhalten diese E-Mail, weil Sie in diesem Workspace Anfragen beantworten.',
  },
  en: {
    kind: 'Drill',
    erased: 'a deleted person',
    untitled: 'without a title',
    subject: (by: string) => `The call check from ${by} was a drill`,
    ended: 'The call check was a drill',
    endedText: (by: Phrase) =>
      naming`The call check from ${by} was a drill. Nobody called you, and your answer has confirmed nothing.`,
    inEarnest:
      'In earnest, confirm only a call that you are on yourself, and only what you ask for yourself. Otherwise choose “I am not talking to …” or “… but I did not ask for this” in the app.',
    seen: {
      true: 'Your admins see how each person answered.',
      false: 'Your admins see at most how many answered right, and not who.',
    },
    view: 'View the drill',
    why: 'You are receiving this e-mail because an admin has sent you a drill.',
    results: {
      true: 'Drills: admins will see your answer',
      false: 'Drills: admins no longer see your answer',
    },
    resultsText: {
      true: 'Admins sometimes send a drill that looks like a call check. In drills from now on they see how each single person answered.',
      false:
        'Admins sometimes send a drill that looks like a call check. In drills from now on they see at most how many answered right, and not who.',
    },
    facts: { by: 'Changed by', at: 'Changed on', asked: 'It asked for', sent: 'Sent' },
    open: 'Open the app',
    whyResults: 'You are receiving this e-mail because you answer requests in this workspace.',
  },
} as const

type Ended = {
  readonly language: 'de' | 'en'
  readonly request: Request
  readonly timezone: string
  readonly url: string
}

/** To a person whom a drill asked. It says nothing about their answer. */
export const drillEndedMail = ({ language, request, timezone, url }: Ended): Mail => {
  const text = words[language]
  const { requester, title, createdAt, workspaceName, drill } = request
  return {
    subject: text.subject(inSubject(requester, text.erased)),
    ...letter({
      language,
      kind: text.kind,
      title: text.ended,
      paragraphs: [
        text.endedText(person(requester, text.erased)),
        text.inEarnest,
        text.seen[drill?.byPerson ? 'true' : 'false'],
      ],
      facts: [
        [text.facts.asked, title === null ? text.untitled : phrase`${title}`],
        [text.facts.sent, timeIn(language, { timezone }, createdAt)],
        ...(workspaceName === null ? [] : [['Workspace', phrase`${workspaceName}`] as const]),
      ],
      action: { label: text.view, url },
      footer: [text.why],
    }),
  }
}

type Results = {
  readonly language: 'de' | 'en'
  readonly byPerson: boolean
  readonly workspaceName: string
  readonly timezone: string
  /** Address of the admin; null once erased. */
  readonly by: string | null
  readonly at: string
  readonly url: string
}

/** To the approvers: whether admins see how each of them answers. */
export const drillResultsMail = (mailed: Results): Mail => {
  const { language, byPerson, workspaceName, timezone, by, at, url } = mailed
  const text = words[language]
  const which = byPerson ? 'true' : 'false'
  return {
    subject: `${text.results[which]} – ${unlinked(workspaceName)}`,
    ...letter({
      language,
      kind: text.kind,
      title: text.results[which],
      paragraphs: [text.resultsText[which]],
      facts: [
        ...(by === null ? [] : [[text.facts.by, by] as const]),
        [text.facts.at, timeIn(language, { timezone }, at)],
        ['Workspace', phrase`${workspaceName}`],
      ],
      action: { label: text.open, url },
      footer: [text.whyResults],
    }),
  }
}

import { createTexts } from '../texts/create-texts.ts'

export const alertTexts = createTexts(
  {
    count: (count: number) => (count === 1 ? '1 alert' : `${count} alerts`),
    kinds: {
      reported: 'Somebody reported a request as suspicious.',
      'both-called': 'Both sides of a call check were called. Somebody relays the call. The check is closed.',
      'claim-denied': 'In a call check, the colleague said: “I did not ask for this.” The check is closed.',
      'code-mismatch': 'A wrong number was typed twice in a call check. The check is closed.',
      'pair-locked':
        'Between two people, a wrong number was typed three times in a day. Their call checks are locked.',
      muted: 'Somebody’s requests were repeatedly declined or left unanswered. They have to pause.',
      'many-sides': 'Several people check a call with the same person. Somebody may be calling around.',
    },
    manySides: (asked: string, by: string) => `With ${asked}. They ask: ${by}`,
    erased: 'deleted user',
    toUnlock: 'Unlock',
    toAudit: 'View in audit log',
    dismiss: 'Dismiss',
    dismissAll: (count: number) => `Dismiss all ${count}`,
  },
  {
    count: (count) => (count === 1 ? '1 Warnung' : `${count} Warnungen`),
    kinds: {
      reported: 'Jemand hat eine Anfrage als verdächtig gemeldet.',
      'both-called':
        'Bei einer Anrufprüfung wurden beide Seiten angerufen. Jemand leitet das Gespräch weiter. Die Prüfung ist geschlossen.',
      'claim-denied':
        'Bei einer Anrufprüfung sagte die gefragte Person: „Ich habe nicht darum gebeten.“ Die Prüfung ist geschlossen.',
      'code-mismatch':
        'Bei einer Anrufprüfung wurde zweimal eine falsche Zahl eingetippt. Sie ist geschlossen.',
      'pair-locked':
        'Bei zwei Personen wurde an einem Tag dreimal eine falsche Zahl eingetippt. Ihre Anrufprüfungen sind gesperrt.',
      muted:
        'Anfragen einer Person wurden immer wieder abgelehnt oder nicht beantwortet. Sie muss eine Pause machen.',
      'many-sides':
        'Mehrere Personen prüfen einen Anruf mit derselben Person. Vielleicht ruft jemand reihum an.',
    },
    manySides: (asked, by) => `Mit ${asked}. Es fragen: ${by}`,
    erased: 'gelöschter Benutzer',
    toUnlock: 'Entsperren',
    toAudit: 'Im Protokoll ansehen',
    dismiss: 'Ausblenden',
    dismissAll: (count) => `Alle ${count} ausblenden`,
  },
)

import { createTexts } from '../texts/create-texts.ts'

export const alertTexts = createTexts(
  {
    count: (count: number) => (count === 1 ? '1 alert' : `${count} alerts`),
    kinds: {
      reported: 'Somebody reported “This was not me.”',
      'code-mismatch': 'A wrong number was entered twice in a call check. The check is closed.',
      muted: 'Somebody’s requests were repeatedly declined or left unanswered. They have to pause.',
    },
    toAudit: 'View in audit log',
    dismiss: 'Dismiss',
    dismissAll: (count: number) => `Dismiss all ${count}`,
  },
  {
    count: (count) => (count === 1 ? '1 Warnung' : `${count} Warnungen`),
    kinds: {
      reported: 'Jemand hat gemeldet: „Das war ich nicht.“',
      'code-mismatch':
        'Bei einer Anrufprüfung wurde zweimal eine falsche Zahl eingegeben. Sie ist geschlossen.',
      muted:
        'Anfragen einer Person wurden immer wieder abgelehnt oder nicht beantwortet. Sie muss eine Pause machen.',
    },
    toAudit: 'Im Protokoll ansehen',
    dismiss: 'Ausblenden',
    dismissAll: (count) => `Alle ${count} ausblenden`,
  },
)

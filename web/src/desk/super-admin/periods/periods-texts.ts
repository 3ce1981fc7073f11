import { createTexts } from '#shared/texts/create-texts.ts'

export const periodsTexts = createTexts(
  {
    period: {
      title: (name: string) => `Add an activity period to ${name}`,
      text: (timezone: string) =>
        `Includes both days, from midnight to midnight in the time zone ${timezone}. Periods may overlap; all of them count.`,
      startDate: 'First day',
      endDate: 'Last day',
      seats: 'Number of seats',
      seatsHint: 'Empty: any number of seats.',
      reason: 'Reason',
      reasonHint: 'The admins of the workspace read it in their audit log.',
      submit: 'Add period',
      done: 'Activity added successfully.',
      failed: 'Add workspace activity error',
      invalid: {
        missing: 'Missing required fields: startDate, endDate, or workspaceId.',
        backwards: 'The last day is before the first one',
        far: 'More than 20 years from today',
        seats: 'A number from 1 to 100,000',
      },
    },
    eternal: {
      title: (name: string) => `Activate ${name} for 20 years?`,
      text: 'The activity starts today. You can end it earlier at any time.',
      submit: 'Add eternal activity',
      done: 'Eternal activity added.',
      failed: 'Eternal activity error.',
    },
    end: {
      title: (name: string) => `End or correct a period of ${name}`,
      text: (term: string, timezone: string) =>
        `Currently ${term}, in the time zone ${timezone}. The last day may be in the past.`,
      missing: 'Choose another day and give a reason.',
      endDate: 'New last day',
      submit: 'Change period',
      done: 'The period was changed.',
      failed: 'The period was not changed. ',
      same: 'This already is the last day',
    },
  },
  {
    period: {
      title: (name) => `Laufzeit für „${name}“ hinzufügen`,
      text: (timezone) =>
        `Beide Tage gehören dazu, von Mitternacht bis Mitternacht in der Zone ${timezone}. Laufzeiten dürfen sich überschneiden; alle zählen.`,
      startDate: 'Erster Tag',
      endDate: 'Letzter Tag',
      seats: 'Anzahl der Plätze',
      seatsHint: 'Leer: beliebig viele Plätze.',
      reason: 'Grund',
      reasonHint: 'Die Admins des Workspace lesen ihn in ihrem Protokoll.',
      submit: 'Laufzeit hinzufügen',
      done: 'Die Laufzeit wurde hinzugefügt.',
      failed: 'Die Laufzeit konnte nicht hinzugefügt werden',
      invalid: {
        missing: 'Es fehlen Pflichtfelder: erster Tag, letzter Tag oder Workspace.',
        backwards: 'Der letzte Tag liegt vor dem ersten',
        far: 'Mehr als 20 Jahre von heute entfernt',
        seats: 'Eine Zahl von 1 bis 100.000',
      },
    },
    eternal: {
      title: (name) => `„${name}“ 20 Jahre lang aktiv sein lassen?`,
      text: 'Die Laufzeit beginnt heute. Sie können sie jederzeit früher enden lassen.',
      submit: 'Ewige Laufzeit hinzufügen',
      done: 'Die ewige Laufzeit wurde hinzugefügt.',
      failed: 'Die ewige Laufzeit konnte nicht hinzugefügt werden.',
    },
    end: {
      title: (name) => `Laufzeit von „${name}“ beenden oder berichtigen`,
      text: (term, timezone) =>
        `Bisher gilt sie ${term}, nach den Tagen in der Zone ${timezone}. Der letzte Tag darf auch vergangen sein.`,
      missing: 'Wählen Sie einen anderen Tag und nennen Sie einen Grund.',
      endDate: 'Neuer letzter Tag',
      submit: 'Laufzeit ändern',
      done: 'Die Laufzeit wurde geändert.',
      failed: 'Die Laufzeit wurde nicht geändert. ',
      same: 'Das ist schon ihr letzter Tag',
    },
  },
)

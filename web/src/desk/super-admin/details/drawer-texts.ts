import { createTexts } from '#shared/texts/create-texts.ts'

export const drawerTexts = createTexts(
  {
    id: 'Id',
    billing: 'Billing e-mail',
    timezone: 'Time zone',
    active: 'Active',
    offer: 'Offer requested',
    answered: 'Offer answered',
    by: (time: string) => `${time} by`,
    periods: 'Activity periods',
    noPeriods: 'None. Only the trial counts so far.',
    eternal: 'eternal',
    seats: (seats: number | null) =>
      seats === null ? 'any number of seats' : seats === 1 ? '1 seat' : `${seats} seats`,
    end: 'End or correct',
    endOf: (term: string) => `End or correct the period ${term}`,
    people: (count: number) => `Participants and invitations (${count})`,
    morePeople: (shown: number) => `The first ${shown} are shown.`,
    erased: 'Deleted user',
    states: {
      inactive: 'inactive',
      pending: 'invitation pending',
      expired: 'invitation expired',
      revoked: 'invitation revoked',
    },
  },
  {
    id: 'Id',
    billing: 'E-Mail für Rechnungen',
    timezone: 'Zeitzone',
    active: 'Aktiv',
    offer: 'Angebot angefragt',
    answered: 'Angebot beantwortet',
    by: (time) => `${time} von`,
    periods: 'Laufzeiten',
    noPeriods: 'Keine: Bisher zählt allein die Testzeit.',
    eternal: 'ewig',
    seats: (seats) =>
      seats === null ? 'beliebig viele Plätze' : seats === 1 ? '1 Platz' : `${seats} Plätze`,
    end: 'Beenden oder berichtigen',
    endOf: (term) => `Laufzeit ${term} beenden oder berichtigen`,
    people: (count) => `Mitglieder und Einladungen (${count})`,
    morePeople: (shown) => `Zu sehen sind die ersten ${shown}.`,
    erased: 'Gelöschter Benutzer',
    states: {
      inactive: 'inaktiv',
      pending: 'Einladung offen',
      expired: 'Einladung abgelaufen',
      revoked: 'Einladung widerrufen',
    },
  },
)

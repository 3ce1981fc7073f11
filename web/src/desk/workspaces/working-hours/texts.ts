import { createTexts } from '#shared/texts/create-texts.ts'

export const workingHoursTexts = createTexts(
  {
    text: (zone: string) =>
      `Reminders of requests are sent only in these hours, by a clock in ${zone}. New requests are told at once.`,
    days: 'Working days',
    from: 'From',
    until: 'Until',
    holidays: 'Public holidays',
    none: 'Are not kept',
    states: 'German states',
    countries: 'Countries, only the holidays of all their parts',
    noDays: 'Choose at least one day.',
    order: 'The end must be after the beginning.',
    saved: 'The working hours were saved.',
    nothing: 'Nothing has changed yet.',
  },
  {
    text: (zone) =>
      `Nur in diesen Zeiten wird an Anfragen erinnert, nach der Uhr in ${zone}. Von neuen Anfragen erfahren die Gefragten sofort.`,
    days: 'Arbeitstage',
    from: 'Von',
    until: 'Bis',
    holidays: 'Feiertage',
    none: 'Werden nicht beachtet',
    states: 'Deutsche Länder',
    countries: 'Staaten, nur mit den Feiertagen aller Landesteile',
    noDays: 'Wählen Sie mindestens einen Tag.',
    order: 'Das Ende muss nach dem Anfang liegen.',
    saved: 'Die Arbeitszeiten wurden gespeichert.',
    nothing: 'Es ist noch nichts geändert.',
  },
)

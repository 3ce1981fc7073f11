import { createTexts } from '#shared/texts/create-texts.ts'

export const mailSettingsTexts = createTexts(
  {
    title: 'E-mails',
    when: 'About requests',
    choices: {
      'at-once': 'At once',
      hourly: 'Together, every hour',
      daily: 'Together, every morning at 7',
      never: 'Not at all',
    },
    hint: 'E-mails about call checks and security always come at once.',
    saved: 'Saved. E-mails about call checks and security still come at once.',
    zone: 'Time zone',
    ofWorkspace: 'As in the workspace',
    zoneHint: 'Of the times in e-mails.',
    zoneSaved: 'Saved. Times in e-mails are in this time zone.',
  },
  {
    title: 'E-Mails',
    when: 'Zu Anfragen',
    choices: {
      'at-once': 'Sofort',
      hourly: 'Gesammelt, jede Stunde',
      daily: 'Gesammelt, jeden Morgen um 7',
      never: 'Gar nicht',
    },
    hint: 'E-Mails zu Anrufprüfungen und zur Sicherheit kommen immer sofort.',
    saved: 'Gespeichert. E-Mails zu Anrufprüfungen und zur Sicherheit kommen weiterhin sofort.',
    zone: 'Zeitzone',
    ofWorkspace: 'Wie im Workspace',
    zoneHint: 'Für Uhrzeiten in E-Mails.',
    zoneSaved: 'Gespeichert. Uhrzeiten in E-Mails gelten in dieser Zeitzone.',
  },
)

import { createTexts } from '#shared/texts/create-texts.ts'

export const onboardingTexts = createTexts(
  {
    label: 'Introduction',
    progress: (step: number, of: number) => `Step ${step} of ${of}`,
    later: 'Do this later',
    start: 'Get Started',
    back: 'Back',
    next: 'Next',
    finish: 'Finish',
    finished: 'The introduction is finished.',
    welcome: {
      title: 'Welcome to Vieraugen',
      text: 'In five short steps: the app, your colleagues, who may do what, and where to get help. You can stop at any time and continue later.',
    },
    app: {
      title: 'The app on your phone',
      text: 'There is nothing to download from a store. Scan this code with your phone, or open the address on it. Log in and choose a PIN. “Add to home screen” in the browser menu makes it an app.',
      code: 'Opens the phone page',
    },
    colleagues: {
      title: 'Add colleagues',
      text: 'To decide requests, a colleague needs the approver right. You can invite more people at any time.',
    },
    roles: {
      title: 'Who may do what',
      text: 'You give each person a role and rights. You can change them later.',
      admin:
        'Manages the workspace: invites, sees the audit log, changes settings. Can be approver and requester too.',
      'regular user': 'Uses the app on the phone only, as requester, approver or both.',
      requester: 'Sends requests, and verifies colleagues in a call.',
      approver: 'Decides requests of others, never their own.',
    },
    support: {
      title: 'If you need help',
      text: 'User administration shows who has joined, and the audit log shows what has happened. Our contact details are in the imprint.',
      imprint: 'Imprint',
    },
  },
  {
    label: 'Einführung',
    progress: (step, of) => `Schritt ${step} von ${of}`,
    later: 'Später',
    start: 'Los geht’s',
    back: 'Zurück',
    next: 'Weiter',
    finish: 'Fertig',
    finished: 'Die Einführung ist abgeschlossen.',
    welcome: {
      title: 'Willkommen bei Vieraugen',
      text: 'In fünf kurzen Schritten: die App, Ihre Kolleginnen und Kollegen, wer was darf, und wo Sie Hilfe bekommen. Sie können jederzeit aufhören und später dort weitermachen.',
    },
    app: {
      title: 'Die App auf Ihrem Telefon',
      text: 'Aus einem Store ist nichts zu laden. Richten Sie die Kamera Ihres Telefons auf diesen Code, oder öffnen Sie die Adresse darauf, melden Sie sich an und wählen Sie eine PIN. „Zum Startbildschirm“ im Menü des Browsers macht daraus eine App.',
      code: 'Führt zur Telefonseite',
    },
    colleagues: {
      title: 'Kolleginnen und Kollegen einladen',
      text: 'Wer entscheiden soll, braucht das Recht, freizugeben. Weitere können Sie jederzeit einladen.',
    },
    roles: {
      title: 'Wer was darf',
      text: 'Rolle und Rechte geben Sie jeder Person einzeln und können sie später ändern.',
      admin:
        'Verwaltet den Workspace: lädt ein, sieht das Protokoll, ändert Einstellungen. Kann auch freigeben und anfragen.',
      'regular user': 'Nutzt nur die App auf dem Telefon: anfragend, freigebend oder beides.',
      requester: 'Stellt Anfragen, und prüft in einem Anruf, ob es wirklich jemand aus dem Kollegium ist.',
      approver: 'Entscheidet über Anfragen anderer, nie über die eigenen.',
    },
    support: {
      title: 'Wenn Sie Hilfe brauchen',
      text: 'Die Benutzerverwaltung zeigt, wer beigetreten ist, das Protokoll, was geschehen ist. Wie Sie uns erreichen, steht im Impressum.',
      imprint: 'Impressum',
    },
  },
)

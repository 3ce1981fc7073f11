import { createTexts } from '#shared/texts/create-texts.ts'

export const authTexts = createTexts(
  {
    name: 'Your name (optional)',
    login: {
      title: 'Login',
      create: 'Create an account',
      forgot: 'Forgot password',
      resendLong: 'Resend the confirmation e-mail',
      resend: 'Resend',
    },
    superLogin: {
      title: 'Super admin login',
      lead: 'For the operators of this service. To work in a workspace, use the regular login.',
    },
    reset: {
      sent: (email: string) =>
        `If there is an account for ${email}, we have sent a link to choose a new password.`,
      title: 'Choose a new password',
      text: 'This ends all your sessions. Then log in with the new password.',
      confirm: 'Confirm password',
      submit: 'Change password',
      done: 'Your password was changed. You can now log in with it.',
      another: 'Send a new link',
    },
    strength: {
      weak: 'Weak. Three or four words are strong and easy to remember.',
      fair: 'Fair. One more word makes it strong.',
      strong: 'Strong.',
    },
    resend: {
      sent: (email: string) => `If ${email} still has to be confirmed, we have sent a new e-mail.`,
      wait: (seconds: number) => `You can send it again in ${seconds} seconds.`,
    },
    signup: {
      mustAccept: 'You must accept the terms and conditions.',
      title: 'Create an account',
      submit: 'Sign Up',
      passwordHint: (least: number) => `At least ${least} characters`,
      accept: 'I accept the',
      and: 'and the',
      haveAccount: 'Already registered?',
    },
    check: {
      text: (email: string) =>
        `We have sent a link to ${email}. Open it in this browser to confirm your address. You are then logged in.`,
      nothing: 'Nothing there? Check your spam folder, or have the e-mail sent again.',
      wrong: 'Wrong address?',
    },
    confirm: {
      title: 'Confirm your e-mail address',
      text: 'One click, and your account is ready.',
      submit: 'Confirm e-mail address',
      done: 'Your e-mail address is confirmed',
      doneText: 'You can log in now.',
      choose: 'Choose your password',
      chooseText:
        'This link was requested in another browser. The password that you choose here is the one for your account. A password entered earlier does not count.',
      unknown: 'This link does not work',
      unknownText: 'It is unknown, used or expired. We can send you a new one.',
    },
    confirmSignIn: {
      title: (provider: string) => `Confirm your sign-in with ${provider}`,
      text: (provider: string) => `One click, and your account at ${provider} opens your account here.`,
      submit: 'Confirm sign-in',
      done: 'Your sign-in is confirmed',
      doneText: (provider: string) => `From now on you can sign in with ${provider}.`,
      unknownText: (provider: string) =>
        `It is unknown, used or expired. Sign in with ${provider} again to get a new one.`,
    },
    invite: {
      title: (workspace: string) => `You are invited to ${workspace}`,
      plainTitle: 'You are invited',
      loading: 'Loading the invitation …',
      workspace: 'Workspace',
      address: 'Invited address',
      role: 'Your role',
      choose: 'Choose a password for your new account.',
      terms: 'By joining you accept the',
      submit: 'Join',
      logIn: 'There is already an account for this address. Log in to accept the invitation.',
      submitLogin: 'Log in and join',
      signedIn: (email: string) => `You are signed in as ${email}.`,
      accept: 'Accept invitation',
      wrong: (email: string, invited: string) =>
        `You are signed in as ${email}, but the invitation is for ${invited}.`,
      switch: 'Sign out and continue',
      incomplete: 'This link is not complete. Please open it from the e-mail again.',
      gone: 'This invitation is no longer valid',
      goneText:
        'It does not exist, was revoked, has expired or was already accepted. Ask the person who invited you for a new one.',
    },
  },
  {
    name: 'Ihr Name (freiwillig)',
    login: {
      title: 'Anmelden',
      create: 'Konto anlegen',
      forgot: 'Passwort vergessen',
      resendLong: 'Bestätigungsmail erneut senden',
      resend: 'Erneut senden',
    },
    superLogin: {
      title: 'Anmeldung als Super-Admin',
      lead: 'Für alle, die diesen Dienst betreiben. Wer in einem Workspace arbeitet, meldet sich auf der gewöhnlichen Seite an.',
    },
    reset: {
      sent: (email) =>
        `Falls es zu ${email} ein Konto gibt, ist ein Link unterwegs, mit dem Sie ein neues Passwort wählen.`,
      title: 'Neues Passwort wählen',
      text: 'Alle Sitzungen Ihres Kontos enden; danach melden Sie sich mit dem neuen Passwort an.',
      confirm: 'Passwort wiederholen',
      submit: 'Passwort ändern',
      done: 'Ihr Passwort ist geändert. Melden Sie sich jetzt damit an.',
      another: 'Neuen Link senden',
    },
    strength: {
      weak: 'Schwach. Drei oder vier Wörter sind stark und leicht zu merken.',
      fair: 'Mittel. Ein Wort mehr macht es stark.',
      strong: 'Stark.',
    },
    resend: {
      sent: (email) => `Falls ${email} noch zu bestätigen ist, ist eine neue E-Mail unterwegs.`,
      wait: (seconds) => `Erneut möglich in ${seconds} Sekunden.`,
    },
    signup: {
      mustAccept: 'Bitte stimmen Sie den Nutzungsbedingungen zu.',
      title: 'Konto anlegen',
      submit: 'Registrieren',
      passwordHint: (least) => `Mindestens ${least} Zeichen`,
      accept: 'Ich akzeptiere die',
      and: 'und den',
      haveAccount: 'Schon registriert?',
    },
    check: {
      text: (email) =>
        `Wir haben einen Link an ${email} gesendet. Öffnen Sie ihn in diesem Browser, um Ihre Adresse zu bestätigen; danach sind Sie angemeldet.`,
      nothing: 'Nichts angekommen? Sehen Sie im Spam-Ordner nach, oder lassen Sie die E-Mail erneut senden.',
      wrong: 'Falsche Adresse?',
    },
    confirm: {
      title: 'E-Mail-Adresse bestätigen',
      text: 'Ein Klick, und Ihr Konto ist bereit.',
      submit: 'E-Mail-Adresse bestätigen',
      done: 'Ihre E-Mail-Adresse ist bestätigt',
      doneText: 'Sie können sich jetzt anmelden.',
      choose: 'Wählen Sie Ihr Passwort',
      chooseText:
        'Dieser Link wurde in einem anderen Browser angefordert. Das Passwort, das Sie hier wählen, ist das Ihres Kontos; ein anderes, das vorher eingegeben wurde, zählt nicht.',
      unknown: 'Dieser Link funktioniert nicht',
      unknownText: 'Er ist unbekannt, verbraucht oder abgelaufen. Sie können sich einen neuen senden lassen.',
    },
    confirmSignIn: {
      title: (provider) => `Anmeldung mit ${provider} bestätigen`,
      text: (provider) => `Ein Klick, und Ihr Konto bei ${provider} öffnet Ihr Konto hier.`,
      submit: 'Anmeldung bestätigen',
      done: 'Ihre Anmeldung ist bestätigt',
      doneText: (provider) => `Von nun an können Sie sich mit ${provider} anmelden.`,
      unknownText: (provider) =>
        `Er ist unbekannt, verbraucht oder abgelaufen. Melden Sie sich noch einmal mit ${provider} an, dann kommt ein neuer.`,
    },
    invite: {
      title: (workspace) => `Sie sind in „${workspace}“ eingeladen`,
      plainTitle: 'Sie sind eingeladen',
      loading: 'Die Einladung wird geladen …',
      workspace: 'Workspace',
      address: 'Eingeladene Adresse',
      role: 'Ihre Rolle',
      choose: 'Wählen Sie ein Passwort für Ihr neues Konto.',
      terms: 'Mit dem Beitritt akzeptieren Sie die',
      submit: 'Beitreten',
      logIn: 'Für diese Adresse gibt es schon ein Konto. Melden Sie sich an, um die Einladung anzunehmen.',
      submitLogin: 'Anmelden und beitreten',
      signedIn: (email) => `Sie sind als ${email} angemeldet.`,
      accept: 'Einladung annehmen',
      wrong: (email, invited) => `Sie sind als ${email} angemeldet, die Einladung gilt aber für ${invited}.`,
      switch: 'Abmelden und fortfahren',
      incomplete: 'Dieser Link ist nicht vollständig. Bitte öffnen Sie ihn noch einmal aus der E-Mail.',
      gone: 'Diese Einladung gilt nicht mehr',
      goneText:
        'Es gibt sie nicht, sie wurde widerrufen, ist abgelaufen oder schon angenommen. Bitten Sie die Person, die Sie eingeladen hat, um eine neue.',
    },
  },
)

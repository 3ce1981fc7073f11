import { createTexts } from '../texts/create-texts.ts'

export const stepUpTexts = createTexts(
  {
    title: 'Is it you?',
    text: 'This step is protected. Confirm that it is you, and it continues right away. For the next five minutes you will not be asked again.',
    confirm: 'Confirm',
    confirming: 'Confirming…',
    byPasskey: 'Confirm with a passkey',
    byProvider: (provider: string) => `Confirm with ${provider}`,
    window: {
      open: 'Go on in the window that has opened.',
      blocked: 'The browser has blocked the window. Allow it, or log in again.',
      refused: 'Nothing was confirmed. Try again.',
    },
    wrongPassword: 'This password is wrong.',
    wrongPasskey: 'This passkey does not belong to your account.',
    noPasskey: 'The passkey was not used: the request was cancelled or timed out.',
    elsewhere: 'You can also log in again. Then you start this step once more.',
    logIn: 'Log in again',
  },
  {
    title: 'Sind Sie es?',
    text: 'Dieser Schritt ist geschützt. Bestätigen Sie, dass Sie es sind, dann geht es sofort weiter. In den nächsten fünf Minuten werden Sie nicht noch einmal gefragt.',
    confirm: 'Bestätigen',
    confirming: 'Wird bestätigt …',
    byPasskey: 'Mit Passkey bestätigen',
    byProvider: (provider) => `Mit ${provider} bestätigen`,
    window: {
      open: 'Machen Sie in dem Fenster weiter, das sich geöffnet hat.',
      blocked: 'Der Browser hat das Fenster blockiert. Erlauben Sie es, oder melden Sie sich noch einmal an.',
      refused: 'Es wurde nichts bestätigt. Versuchen Sie es noch einmal.',
    },
    wrongPassword: 'Dieses Passwort ist falsch.',
    wrongPasskey: 'Dieser Passkey gehört nicht zu Ihrem Konto.',
    noPasskey: 'Der Passkey wurde nicht verwendet: Es wurde abgebrochen oder dauerte zu lange.',
    elsewhere: 'Sie können sich auch noch einmal anmelden. Dann beginnen Sie diesen Schritt von vorn.',
    logIn: 'Noch einmal anmelden',
  },
)

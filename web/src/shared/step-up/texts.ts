import { createTexts } from '../texts/create-texts.ts'

export const stepUpTexts = createTexts(
  {
    title: 'Is it you?',
    text: 'This step is protected. Confirm that it is you, and it continues right away. For the next five minutes you will not be asked again.',
    confirm: 'Confirm',
    confirming: 'Confirming…',
    byPasskey: 'Confirm with a passkey',
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
    wrongPassword: 'Dieses Passwort ist falsch.',
    wrongPasskey: 'Dieser Passkey gehört nicht zu Ihrem Konto.',
    noPasskey: 'Der Passkey wurde nicht verwendet: Es wurde abgebrochen oder dauerte zu lange.',
    elsewhere: 'Sie können sich auch noch einmal anmelden. Dann beginnen Sie diesen Schritt von vorn.',
    logIn: 'Noch einmal anmelden',
  },
)

import { ArrowIcon, CallIcon, ShieldIcon } from '#shared/parts/icons.tsx'
import { ListIcon } from '#shared/parts/more-icons.tsx'
import { Carousel } from './Carousel.tsx'
import { CodeForm } from './CodeForm.tsx'
import { DEMO_URL } from './filled-in.ts'
import { SignUpPart } from './SignUpPart.tsx'
import { publicTexts } from './texts.ts'

const points = [
  {
    Icon: ShieldIcon,
    title: 'Freigeben mit vier Augen',
    text: 'Eine Zahlung, eine neue Kontonummer, ein Zugang: Eine zweite Person entscheidet und signiert auf ihrem eigenen Telefon. Niemand entscheidet über eigene Anfragen.',
  },
  {
    Icon: CallIcon,
    title: 'Sicher sein, wer am Telefon ist',
    text: 'Eine Stimme lässt sich fälschen, ein eingerichtetes Gerät nicht so leicht. Verlangt jemand am Telefon etwas Ungewöhnliches, prüfen Sie den Anruf: Beide sagen, wer wen angerufen hat. Die Person, die angeblich anruft, liest auf ihrem eigenen Gerät, worum sie bitten soll, tippt die Zahl ein, die Sie vorlesen, und signiert. Hat sie nicht darum gebeten, sagt sie das mit einem Fingertipp: Sie legen auf, und alle Admins werden alarmiert. Bevor Sie zahlen, rufen Sie unter einer bekannten Nummer zurück.',
  },
  {
    Icon: ListIcon,
    title: 'Nachweisen, was geschehen ist',
    text: 'Jeder Schritt steht mit Zeit und Person im Protokoll. Die Einträge sind verkettet, sodass jede nachträgliche Änderung auffällt. Nach jeder Entscheidung erhalten beide Seiten eine E-Mail.',
  },
]
const steps = [
  'Workspace anlegen und Kolleginnen und Kollegen einladen',
  'Das eigene Telefon einrichten',
  'Die erste Anfrage stellen',
]

export const LandingPage = () => {
  const text = publicTexts.use()
  return (
    <div className="landing">
      <div className="landing-lead">
        <div>
          <div lang="de">
            <h1>
              Vier Augen.
              <br />
              Ein Beleg.
            </h1>
            <p className="landing-claim">
              Mit Vieraugen bestätigt eine zweite Person, was niemand allein entscheiden soll. Jede
              Entscheidung bleibt nachprüfbar.
            </p>
          </div>
          <div className="landing-acts">
            <a className="button only-demo" href={DEMO_URL} target="_blank" rel="noreferrer">
              {text.demo}
              <ArrowIcon />
            </a>
            <a className="button button-outlined only-open" href="#start">
              {text.start}
            </a>
          </div>
          <CodeForm />
        </div>
        <Carousel />
      </div>
      <div className="landing-points" lang="de">
        <div>
          {points.map(({ Icon, title, text: words }) => (
            <section key={title}>
              <Icon />
              <h2>{title}</h2>
              <p>{words}</p>
            </section>
          ))}
        </div>
      </div>
      <div className="landing-join only-open">
        <div lang="de">
          <h2>In drei Schritten zur ersten Freigabe</h2>
          <ol>
            {steps.map((step) => (
              <li key={step}>{step}</li>
            ))}
          </ol>
        </div>
        <SignUpPart />
      </div>
    </div>
  )
}

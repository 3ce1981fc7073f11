import { BackIcon, NextIcon } from '#shared/parts/icons.tsx'
import { CallPicture, DecisionPicture, LogPicture } from './pictures.tsx'

const slides = [
  { Picture: CallPicture, words: 'Zwei Telefone prüfen einen Anruf' },
  { Picture: DecisionPicture, words: 'Zwei Personen, eine Entscheidung' },
  { Picture: LogPicture, words: 'Jeder Eintrag sichert den vorigen' },
]

/** Shows one of three pictures. Readers swipe, press arrow keys or use the buttons; it never moves by itself. */
export const Carousel = () => (
  <section
    className="stage"
    lang="de"
    aria-roledescription="Karussell"
    aria-label="So funktioniert Vieraugen"
  >
    {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a scrollable list needs keyboard focus */}
    <ul className="slides" tabIndex={0} aria-label="Bilder">
      {slides.map(({ Picture, words }, at) => (
        <li key={words} className="slide">
          <Picture />
          <p>
            {words}
            <small>
              Bild {at + 1} von {slides.length}
            </small>
          </p>
        </li>
      ))}
    </ul>
    <div className="stage-buttons">
      <button type="button" className="icon-button" data-step="-1" aria-label="Voriges Bild">
        <BackIcon />
      </button>
      <button type="button" className="icon-button" data-step="1" aria-label="Nächstes Bild">
        <NextIcon />
      </button>
    </div>
    <p className="visually-hidden" role="status" />
  </section>
)

import { Drawing, Icon } from '../islands/ui/Icon.tsx'
import { kindIcons } from '../islands/ui/Notice.tsx'
import { localizePath, type Locale, type Translate } from '../lib/i18n/messages.ts'
import registerToBooks from './drawings/register-to-books.svg?raw'

const tabNames = {
  todo: 'home:tabTodo',
  waiting: 'home:tabWaiting',
  ready: 'home:tabReady',
  all: 'home:tabAll',
} as const
const steps = {
  none: 'home:couple',
  waiting: 'home:stepApprove',
  coupled: 'home:setUp',
  setUp: 'home:stepDone',
} as const

/** Buttons beside the title of Home. A merchant does not see those with `data-reseller`. */
export function HomeButtons({ locale, t }: { locale: Locale; t: Translate }) {
  const look = { className: 'button', 'data-kind': 'secondary', 'data-reseller': true }
  return (
    <div className="buttons">
      <a {...look} id="home-boarding-list" href={localizePath(locale, '/boarding/list')}>
        {t('home:boardingList')}
      </a>
      <a {...look} href={localizePath(locale, '/connect')}>
        {t('home:connect')}
      </a>
      <a
        {...look}
        id="home-boarding"
        data-kind={undefined}
        href={localizePath(locale, '/boarding')}
      >
        {t('home:boarding')}
      </a>
    </div>
  )
}

/** Static content of Home, which `home-list.ts` fills in. */
export function HomeSection({ t }: { t: Translate }) {
  return (
    <>
      <section className="panel home" id="home" aria-labelledby="home-title" data-view="loading">
        <nav className="tabs" id="home-tabs" aria-labelledby="home-title">
          {Object.entries(tabNames).map(([tab, name]) => (
            <a key={tab} href={`?tab=${tab}`} data-tab={tab} data-reseller>
              <span>{t(name)}</span> <span className="help" translate="no" />
            </a>
          ))}
        </nav>
        <div className="home-top">
          <h2 id="home-title" tabIndex={-1}>
            {t('shell:loading')}
          </h2>
          <div className="field home-search">
            <label className="visually-hidden" htmlFor="home-search">
              {t('home:search')}
            </label>
            <input
              id="home-search"
              type="search"
              autoComplete="off"
              spellCheck={false}
              placeholder={t('home:search')}
            />
          </div>
          <p className="help home-said">
            <span id="home-count" role="status" />
            <button id="home-update" type="button" hidden>
              {t('home:update')}
            </button>
            <span id="home-seen" />
          </p>
          <div className="reference" id="home-left-out" hidden></div>
          <div className="home-links" id="home-links" hidden>
            <label className="pick">
              <input id="home-all" type="checkbox" />
              {t('links:all')}
            </label>
            <div id="home-chosen"></div>
          </div>
        </div>
        <p className="home-none">{t('home:noneHelp')}</p>
        <Drawing drawing={registerToBooks} />
        <div className="notice" data-kind="failure" role="alert">
          <Icon drawing={kindIcons.failure} />
          <p>{t('home:failed')}</p>
          <div id="home-failed-help"></div>
          <p className="buttons">
            <button className="button" data-kind="secondary" id="home-retry" type="button">
              {t('shell:retry')}
            </button>
          </p>
          <div className="reference" id="home-reference" hidden></div>
        </div>
        <a className="skip home-skip" href="#support">
          {t('home:skip')}
        </a>
        <div className="home-rows" id="home-rows">
          <ul id="home-drafts" role="list" aria-label={t('home:unfinished')} hidden></ul>
          <ul id="home-list" role="list" aria-labelledby="home-title"></ul>
        </div>
        <ol className="home-way" id="home-way">
          {Object.entries(steps).map(([state, key]) => (
            <li key={state} data-state={state}>
              <span className="tick" aria-hidden="true" />
              {t(key)}
            </li>
          ))}
        </ol>
      </section>
      <template id="home-row">
        <div className="home-who">
          <label className="pick">
            <input type="checkbox" data-part="link" />
          </label>
          <strong translate="no"></strong>
          <span className="help"></span>
        </div>
        <span className="home-waiting" data-kind="loading">
          <span className="visually-hidden">{t('shell:loading')}</span>
        </span>
        {Object.keys(kindIcons).map((kind) => (
          <span key={kind} className="chip" data-kind={kind} />
        ))}
        <p className="home-help"></p>
      </template>
    </>
  )
}

/** Named deviations of real servers from the contract, as far as they can occur together. */
const usual = {
	'ticket-next-is-global':
		'the `next` of a list of tickets is a global id, so following it shows page 1 for ever',
	'page-of-51': 'a page holds 51 rows, and the next one begins with its last',
	'log-hides-next': 'a log never tells that there is more, and its total is -1',
	'thread-unordered': 'the mails of a thread come in no order, and only its first mail names it',
	'ticket-missing-is-500': 'asking for a ticket that does not exist is a 500 with a page',
	'label-scalar': 'an event with one label names it as a word instead of a list',
	'status-omits-falsy': 'a change of status leaves out `reported` and `unresolved`',
	'resolve-only': 'any status but `reported` resolves the ticket, and demands a resolution',
	'resolution-ignored': 'a resolved ticket keeps its resolution until it is reopened',
	'partial-labels': 'an unknown label is refused after the others have been changed',
	'bad-token-is-400': 'an unknown, expired or revoked token is a 400',
	'new-token-inserted-twice':
		'two overlapping first requests with a token that a service has not seen make it a 500 with a page there, for ever',
	'private-is-html': 'something private answers 403 with a page',
	'reads-unchecked': 'reading takes a token, but no scope',
	'patches-write': 'setting the status of a patchset takes `patches:write`',
	'email-read': 'the lists area registers `email:read` for what its routes call `emails:read`',
	'short-mails': 'the mails of a list and of a user come without what is in them',
	'short-patchsets': 'patchsets come without list, cover letter and what superseded them',
	'no-subject': 'repositories come without `subject`',
	'blob-by-id-misrouted': 'a blob by id with an explicit user is a 404',
	'binary-type': 'binary blobs come as `application/x-octet-stream`',
	'submodule-is-500': 'opening a submodule is a 500',
	'log-unknown-start-is-500': 'a log from an unknown commit is a 500',
	'payload-cut': 'webhook payloads are cut at 65,536 characters and still signed',
	'subscribing-tells-remove': 'subscribing to a list tells hooks of `subscription:remove`',
	'event-on-tracker': 'ticket events are told to the hooks of the tracker, not of the user',
	'payload-misses-fields': 'webhook payloads miss fields that the endpoints answer',
	'told-twice': 'some events are told twice, as two deliveries',
	'slashed-id-is-missing': 'a mail whose Message-ID has a slash is found only by its number',
	'follow-up-is-no-patchset': 'a later version in the thread of an earlier one makes no patchset',
	'superseding-unreliable': 'a new version leaves those before it as they are',
	'tracker-visibility':
		'trackers come with `default_access` and an upper case `visibility` in place of `default_permissions`',
	'visibility-required': 'a tracker is made only with a `visibility`, which the contract does not know',
	'no-ticket-permissions': 'tickets come without `permissions`',
	'resolution-closed':
		'what was resolved as `by_design` comes as `closed`, a word that the contract does not know',
	'participants-untyped': 'users who take part in tickets come without `type`',
	'external-timestamps': 'timestamps come with fractions and `Z`, or with another offset',
	'extra-fields': 'answers hold fields and words that the contract does not know',
	'charset-empties-body': 'a body whose content type has a charset is read as empty',
	'oauth-confidential-only': 'OAuth 2.0 knows only clients that have a secret',
	'private-scheme-needs-dot': 'a redirect to a private scheme without a dot, such as `vscode:`, is refused',
	'fixed-loopback-port': 'a redirect to this machine must have the port that was registered',
	'pkce-ignored': 'the code challenge of an authorization is not looked at',
	'no-refresh-token': 'OAuth 2.0 gives no refresh token, and the token lives a year',
	'expires-in-wrong': '`expires_in` of a token is a thousand times too large',
	'no-oauth-revoke': 'there is no endpoint to revoke a token',
	'scopes-name-service': 'sign-in knows scopes with their service only, as in `todo.sr.ht/tickets:write`',
} as const;

/** Each of these makes a part of the API useless to a client that follows the contract. They are on only if named. */
const limiting = {
	'tracker-hooks-refused': 'making a hook of a tracker or a ticket is refused with 401',
	'application-tokens-fail':
		'the token of an application is a 500 with a page at every service but the one for sign-in',
	'identity-down': 'every third request with a token is a 500, because the identity service does not answer',
} as const;

export type Quirk = keyof typeof usual | keyof typeof limiting;

// The keys are exactly those written above.
const usualNames = Object.keys(usual) as readonly (keyof typeof usual)[];
const limitingNames = Object.keys(limiting) as readonly (keyof typeof limiting)[];

/** What `--drift` switches on, so that tests can run the client against a strict server and a realistic one. */
export const allQuirks: readonly Quirk[] = usualNames;

/** The quirks that can be switched on by name. */
export const quirkNames: readonly Quirk[] = [...usualNames, ...limitingNames];

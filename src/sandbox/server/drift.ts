/** Deviations of real servers from the contract, by name. All of these can occur together, and those of GraphQL, too. */
const usual = {
	'ticket-next-is-global':
		'the `next` of a list of tickets is a global id, so following it shows page 1 forever',
	'page-of-51': 'a page has 51 rows, and its last row is the first one of the next page',
	'log-hides-next': 'a log never says that there are more commits, and its total is -1',
	'log-start-walks-ancestors':
		'a log that continues from a commit lists only the ancestors of that commit, not the branches that were merged after it',
	'thread-unordered': 'the replies in a thread come in no particular order',
	'ticket-missing-is-500': 'a request for a ticket that does not exist gets a 500 with an HTML page',
	'label-scalar': 'an event has its label as a string instead of a list',
	'status-omits-falsy': 'events of status changes omit `reported` and `unresolved`',
	'resolve-only': 'any status except `reported` resolves the ticket, and requires a resolution',
	'resolution-ignored': 'a resolved ticket keeps its resolution until it is reopened',
	'partial-labels': 'an unknown label is refused only after the other labels have been changed',
	'bad-token-is-400': 'an unknown, expired or revoked token gets a 400',
	'new-token-inserted-twice':
		'two overlapping first requests with a new token make a service answer it with a 500 and an HTML page forever',
	'private-is-html': 'a request for something private gets a 403 with an HTML page',
	'reads-unchecked': 'read requests need a token, but no scope',
	'patches-write': 'setting the status of a patchset requires `patches:write`',
	'email-read': 'the lists area registers `email:read` for what its routes call `emails:read`',
	'short-mails': 'lists of mails omit the content of the mails',
	'short-patchsets': 'patchsets omit their list, their cover letter and the version that supersedes them',
	'no-subject': 'repositories omit `subject`',
	'blob-by-id-misrouted': 'a request for a blob by its id with an explicit user gets a 404',
	'binary-type': 'binary blobs have the type `application/x-octet-stream`',
	'submodule-is-500': 'a request for a submodule gets a 500',
	'log-unknown-start-is-500': 'a request for a log from an unknown commit gets a 500',
	'payload-cut': 'webhook payloads are cut at 65,536 characters and still signed',
	'subscribing-sends-remove': 'subscribing to a list sends `subscription:remove` to hooks',
	'event-on-tracker': 'ticket events go to the hooks of the tracker, not to those of the user',
	'payload-misses-fields': 'webhook payloads omit fields that the endpoints return',
	'event-delivered-twice': 'some events are delivered twice',
	'slashed-id-is-missing': 'a mail whose Message-ID contains a slash is found only by its number',
	'posting-host': 'mails to lists go to another host than the one of their pages',
	'mails-unchecked': 'lists accept mails with HTML, and mails without a Message-ID',
	'follow-up-is-no-patchset': 'a later version in the thread of an earlier one does not become a patchset',
	'superseding-unreliable': 'a new version does not supersede earlier ones',
	'tracker-visibility':
		'trackers have `default_access` and an upper-case `visibility` in place of `default_permissions`',
	'visibility-required': 'creating a tracker requires a `visibility`, which is not in the contract',
	'no-ticket-permissions': 'tickets omit `permissions`',
	'resolution-closed':
		'tickets resolved as `by_design` have the resolution `closed`, which is not in the contract',
	'participants-untyped': 'users who take part in tickets have no `type`',
	'external-timestamps': 'timestamps have microseconds and `Z`, or another offset',
	'extra-fields': 'answers contain fields and words that are not in the contract',
	'charset-empties-body': 'a body whose content type has a charset is read as empty',
	'oauth-confidential-only': 'OAuth 2.0 accepts only clients that have a secret',
	'private-scheme-needs-dot': 'a redirect to a private scheme without a dot, such as `vscode:`, is refused',
	'fixed-loopback-port': 'a redirect to this machine must have the port that was registered',
	'pkce-ignored': 'the code challenge of an authorization is ignored',
	'no-refresh-token': 'OAuth 2.0 issues no refresh token, and the access token is valid for 366 days',
	'expires-in-wrong': '`expires_in` of a token is 86399, whatever its lifetime',
	'no-oauth-revoke':
		'there is no endpoint to revoke a token, but a page that asks the user to, whose address has the SHA-512 of the token',
	'scopes-name-service': 'sign-in accepts scopes only with their service, as in `todo.sr.ht/tickets:write`',
} as const;

/** What real servers do in GraphQL. */
const usualInGraphql = {
	'bad-token-is-403': 'GraphQL answers an unknown, expired or revoked token with 403 instead of 401',
	'null-is-forbidden':
		'GraphQL answers null, and no error, for a ticket that the user may know of but not read',
	'missing-ticket-nulls-tracker':
		'a ticket that is missing or hidden makes its tracker null in GraphQL, with an error about a null, as before November 2023',
	'mail-of-hidden-list-fails':
		'a mail of a list that the user may not see is null in GraphQL, with an error about a null',
	'one-row-nulls-page':
		'the mention of a ticket in one that the user may not see makes a whole page of events fail in GraphQL',
	'mail-boundary-lost':
		'the cursors of lists of mails, threads and patchsets in GraphQL have only seconds, so each further page lacks its first row and the others of that second',
	'replies-page-repeats':
		'the second page of the replies in a thread, or of the patches of a patchset, is the first one again in GraphQL, and the last',
	'text-errors-without-codes':
		'errors in GraphQL have a text but no code, and a document that costs too much gets a 422',
	'first-requests-end-service':
		'two overlapping first requests of a user in GraphQL end the service of the trackers, which then answers no request',
	'user-unknown-to-service':
		'a service does not find the account of a user in GraphQL before the user has used that service',
	'hook-of-another-blocks':
		'an event is delivered to no hook in GraphQL if the token of one of them is no longer valid, and that one stays, although no user can list or delete it',
	'hook-ref-null': 'a push in GraphQL does not name the references that it creates or deletes',
	'hub-missing': 'the hub has no GraphQL, as before 2026',
	'refs-lose-two': 'a list of references in GraphQL lacks the first two rows of each further page',
	'trees-lose-two':
		'a list of the entries of a folder in GraphQL lacks the first two rows of each further page',
} as const;

/** Quirks that make a part of the API useless to a client that follows the contract. `--drift` does not include them. */
const limiting = {
	'tracker-hooks-refused': 'creating a hook of a tracker or a ticket is refused with 401',
	'application-tokens-fail':
		'the token of an application gets a 500 with an HTML page from every service except the one for sign-in',
	'cost-limit': 'a document in GraphQL may cost at most 100 points instead of 200',
	'older-repositories':
		'the repositories in GraphQL neither search code nor say whether they can, as before June 2026',
	'hub-source-fails':
		'the hub fails to list the sources of a project, and with them all projects of its owner, because a source has no webhook',
	'code-not-indexed':
		'the repositories say that they can search code, but have no index for it, and refuse each search',
	'identity-down': 'every third request with a token is a 500, because the identity service does not answer',
	'identity-graphql-down':
		'the GraphQL of the identity service answers 502, so OAuth 2.0 does not work, and every other service answers 500 to a token',
	'rest-refuses-newer-tokens': 'REST of the identity service answers 401 to tokens of the newer form',
	'client-id-is-uuid':
		'an id of an application that is no UUID ends the GraphQL of the identity service, as `identity-graphql-down`',
	'oauth-errors-are-200':
		'an unknown application or a wrong redirect address gets an error page with the status 200',
	'wrong-secret-uses-up-code':
		'a wrong secret or an unknown application gets 400 `invalid_grant` at the token endpoint and uses up the code; a missing secret gets 401 and does not',
	'used-code-keeps-token': 'the second use of a code is refused, but the token of the first one stays valid',
	'nothing-ticked-is-everything': 'a user who clears all permissions grants everything, and `scope` is empty',
	'personal-token-preset':
		'the page that creates a personal token offers no choice if its address names permissions, and shows itself again if it does not know one',
	'introspection-open':
		'introspection needs no application, does not tell scopes, and answers 500 to an unknown token',
	'equal-tokens': 'equal grants in the same second get equal tokens',
	'revoked-hooks-fire': 'the webhooks of a revoked token keep firing until it would have expired',
} as const;

/** Quirks that were seen together, by a name of their own. */
export const quirkSets = {
	/** OAuth 2.0 of the identity service of 2023. It only makes sense in GraphQL. */
	'identity-2023': [
		'oauth-confidential-only',
		'private-scheme-needs-dot',
		'fixed-loopback-port',
		'pkce-ignored',
		'no-refresh-token',
		'expires-in-wrong',
		'no-oauth-revoke',
		'charset-empties-body',
		'bad-token-is-403',
		'scopes-name-service',
		'rest-refuses-newer-tokens',
		'client-id-is-uuid',
		'oauth-errors-are-200',
		'wrong-secret-uses-up-code',
		'used-code-keeps-token',
		'nothing-ticked-is-everything',
		'personal-token-preset',
		'introspection-open',
		'equal-tokens',
		'revoked-hooks-fire',
	],
} as const satisfies Readonly<Record<string, readonly Quirk[]>>;

export type Quirk = keyof typeof usual | keyof typeof usualInGraphql | keyof typeof limiting;

// The keys are exactly those written above.
const usualNames = Object.keys(usual) as readonly (keyof typeof usual)[];
export const graphqlQuirks = Object.keys(usualInGraphql) as readonly (keyof typeof usualInGraphql)[];
const limitingNames = Object.keys(limiting) as readonly (keyof typeof limiting)[];

/** What `--drift` switches on, so that tests can run the client against a strict server and a realistic one. */
export const allQuirks: readonly Quirk[] = [...usualNames, ...graphqlQuirks];

/** The quirks that can be switched on by name. */
export const quirkNames: readonly Quirk[] = [...allQuirks, ...limitingNames];

/** How other programs read the text of a reply, as facts of their sources. Tests compare with them what is composed. */

/** b4, `src/b4/__init__.py`, `LoreMessage.find_trailers` with `followup=True`, and the keys that `LoreMessage` takes from no reply. */
const b4 = {
	signature: /\n-- \n[\s\S]*/,
	wrapped: [/^(\S+:\s+[\da-f]+\s+\([^)]+)\n([^\n]+\))/gm, /^(\S+:\s+[^<]+)\n(<[^>]+>)$/gm],
	trailer: /^\s*(\w\S+):\s+(\S.*)/,
	person: /\S+@\S+\.\S+/,
	noPerson: /^(?:link|buglink|closes|fixes|obsoleted-by)$/i,
	never: /^(?:from|author|cc|to|date|subject|base-commit|change-id|message-id|phone|mail|email)$/i,
};

/** `isWhole`: as the text of a mail, of which b4 leaves out what is below a signature. */
export function trailersForB4(text: string, isWhole: boolean): readonly string[] {
	const read = isWhole ? text.replace(b4.signature, '\n') : text;
	const joined = b4.wrapped.reduce((all, pattern) => all.replace(pattern, '$1 $2'), read);
	return joined.split('\n').flatMap((line) => {
		const [, key = '', value = ''] = b4.trailer.exec(line) ?? [];
		const isGiven = b4.person.test(value) || b4.noPerson.test(key);
		return key !== '' && isGiven && !b4.never.test(key) ? [`${key}: ${value.trim()}`] : [];
	});
}

/** Patchwork, `patchwork/parser.py` (`clean_content`, `parse_pull_request`) and `patchwork/models.py` (`EmailMixin.response_re`). */
const patchwork = {
	cut: /^(?:-- |_+)\n[\s\S]*/m,
	response: /^(?:Tested|Reviewed|Acked|Signed-off|Nacked|Reported)-by:.*$/gim,
	pull: /^The following changes since commit[\s\S]*^are available in the git repository at:/im,
};

export const contentForPatchwork = (text: string): string => text.replace(patchwork.cut, '').trim();
export const trailersForPatchwork = (text: string): readonly string[] =>
	[...text.matchAll(patchwork.response)].map(([line]) => line.trim());

/** What a line that is no quote must not be, for any of them. */
const special: readonly (readonly [program: string, source: string, pattern: RegExp])[] = [
	['git', 'mailinfo.c, patchbreak', /^(?:diff -|Index: |---\s*$|--- \S)/],
	['git', 'mailinfo.c and builtin/mailsplit.c, the next mail', /^>?From /],
	['b4', 'LoreMessage.get_body_parts', /^(?:---$|diff |--- a\/)/],
	['Patchwork', 'parser.py, parse_patch', /^(?:diff |Index: |--- )/],
	['Patchwork', 'parser.py, clean_content', /^(?:-- |_+)$/],
	['Patchwork', 'parser.py, parse_pull_request', patchwork.pull],
	['mail programs', 'RFC 3676, 4.3 and 4.5', /^(?:>|-- $)/],
];

export const specialKinds = (line: string): readonly string[] =>
	special.flatMap(([program, source, pattern]) => (pattern.test(line) ? [`${program}: ${source}`] : []));

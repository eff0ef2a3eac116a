/** The parts of a page. */
export interface Frame {
	/** The page's script and style sheet, as code. */
	readonly script: string;
	readonly style: string;
	/** Random, and new for every page. */
	readonly nonce: string;
	readonly title: string;
	/** The class of the body, which identifies the kind of page. */
	readonly page: string;
	/**
	 * The key of what the page shows. The page stores it at once, so that it can be restored even if the window is closed before the
	 * first snapshot.
	 */
	readonly key: string;
	/** Whether single letters are keys of the page. */
	readonly hasLetterKeys: boolean;
	/** What a newly opened page shows until the host sends a snapshot. */
	readonly snapshot: unknown;
}

const escapes: Readonly<Record<string, string>> = {
	'&': '&amp;',
	'<': '&lt;',
	'>': '&gt;',
	'"': '&quot;',
	"'": '&#39;',
};

/** Escapes text for HTML, including attributes. */
const escaped = (text: string): string =>
	text.replace(/[&<>"']/g, (character) => escapes[character] ?? character);

/** JSON that cannot end the element that contains it. */
const json = (value: unknown): string => JSON.stringify(value).replaceAll('<', '\\u003c');

/**
 * The HTML of a page, with everything in it: VS Code takes longer to load a file than to draw the page. Nothing in it can reach the
 * network: images are `data:` addresses from the host, which fetches an image only when the user clicks on it. So even a bug in the
 * Markdown rendering fetches nothing, and showing an image needs no reload of the page.
 */
export function frame({ script, style, nonce, title, page, key, hasLetterKeys, snapshot }: Frame): string {
	const policy = [
		"default-src 'none'",
		'img-src data:',
		`style-src 'nonce-${nonce}'`,
		`script-src 'nonce-${nonce}'`,
		"base-uri 'none'",
		"form-action 'none'",
	].join('; ');
	return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta http-equiv="Content-Security-Policy" content="${escaped(policy)}">
<title>${escaped(title)}</title>
<style nonce="${escaped(nonce)}">
${style}
</style>
</head>
<body class="${escaped(page)}" data-key="${escaped(key)}" data-letters="${hasLetterKeys ? 'on' : 'off'}">
<div id="page"></div>
<script type="application/json" id="first-snapshot">${json(snapshot)}</script>
<script nonce="${escaped(nonce)}">
${script}
</script>
</body>
</html>
`;
}

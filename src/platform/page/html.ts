import { sprite } from './sprite.ts';

/** What a page is made of, as addresses that the page may load. */
export interface Frame {
	/** The page's script and style, and where they come from, as the policy names it. */
	readonly script: string;
	readonly style: string;
	readonly source: string;
	/** New for every page, and not to be guessed. */
	readonly nonce: string;
	readonly title: string;
	/** The class of the body: which page it is. */
	readonly page: 'ticket';
	/** What the page is about. It keeps that at once: a window that is closed before the first snapshot can show it again, too. */
	readonly key: string;
}

const escapes: Readonly<Record<string, string>> = {
	'&': '&amp;',
	'<': '&lt;',
	'>': '&gt;',
	'"': '&quot;',
	"'": '&#39;',
};

/** Text as it stands in HTML, in an attribute too. */
const escaped = (words: string): string => words.replace(/[&<>"']/g, (sign) => escapes[sign] ?? sign);

/**
 * The frame of a page. Nothing in it can reach the network: pictures come as `data:` addresses from the host, which fetches one when somebody
 * has clicked on it. So even a fault in the rendering of Markdown fetches nothing, and needs no page made anew.
 */
export function frame({ script, style, source, nonce, title, page, key }: Frame): string {
	const policy = [
		"default-src 'none'",
		'img-src data:',
		`style-src ${source}`,
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
<link rel="stylesheet" href="${escaped(style)}">
</head>
<body class="${page}" data-key="${escaped(key)}">
${sprite}
<div id="page"></div>
<script nonce="${escaped(nonce)}" src="${escaped(script)}"></script>
</body>
</html>
`;
}

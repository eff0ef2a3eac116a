import { escapeHtml } from '../model/escape-html.ts';

/** The parts of a page. */
export interface PageHtmlOptions {
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
	/** Whether single-letter shortcuts work on the page. */
	readonly hasLetterKeys: boolean;
	/** The hosts whose images the page shows without asking. */
	readonly imageHosts: readonly string[];
	/** What a newly opened page shows until the host sends a snapshot. */
	readonly snapshot: unknown;
}

/** JSON that cannot end the element that contains it. */
const json = (value: unknown): string => JSON.stringify(value).replaceAll('<', '\\u003c');

/**
 * The HTML of a page, which loads no files: VS Code takes longer to load a file than to draw the page. Nothing in it can reach the
 * network: images are `data:` addresses from the host, which fetches an image only when the user clicks its button, or has asked for all
 * images of its host. So even with a bug in the Markdown renderer, the page fetches nothing, and showing an image does not reload the page.
 * Reasons: docs/decisions/pages-in-one-file.md.
 */
export function pageHtml({
	script,
	style,
	nonce,
	title,
	page,
	key,
	hasLetterKeys,
	imageHosts,
	snapshot,
}: PageHtmlOptions): string {
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
<meta http-equiv="Content-Security-Policy" content="${escapeHtml(policy)}">
<title>${escapeHtml(title)}</title>
<style nonce="${escapeHtml(nonce)}">
${style}
</style>
</head>
<body class="${escapeHtml(page)}" data-key="${escapeHtml(key)}" data-letters="${hasLetterKeys ? 'on' : 'off'}" data-image-hosts="${escapeHtml(JSON.stringify(imageHosts))}">
<div id="page"></div>
<script type="application/json" id="first-snapshot">${json(snapshot)}</script>
<script nonce="${escapeHtml(nonce)}">
${script}
</script>
</body>
</html>
`;
}

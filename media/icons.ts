import account from '@vscode/codicons/src/icons/account.svg';
import add from '@vscode/codicons/src/icons/add.svg';
import arrowDown from '@vscode/codicons/src/icons/arrow-down.svg';
import arrowUp from '@vscode/codicons/src/icons/arrow-up.svg';
import check from '@vscode/codicons/src/icons/check.svg';
import chevronDown from '@vscode/codicons/src/icons/chevron-down.svg';
import chevronRight from '@vscode/codicons/src/icons/chevron-right.svg';
import circleSlash from '@vscode/codicons/src/icons/circle-slash.svg';
import close from '@vscode/codicons/src/icons/close.svg';
import cloudUpload from '@vscode/codicons/src/icons/cloud-upload.svg';
import combine from '@vscode/codicons/src/icons/combine.svg';
import comment from '@vscode/codicons/src/icons/comment.svg';
import commentDiscussion from '@vscode/codicons/src/icons/comment-discussion.svg';
import commentDraft from '@vscode/codicons/src/icons/comment-draft.svg';
import copy from '@vscode/codicons/src/icons/copy.svg';
import debugDisconnect from '@vscode/codicons/src/icons/debug-disconnect.svg';
import diff from '@vscode/codicons/src/icons/diff.svg';
import diffMultiple from '@vscode/codicons/src/icons/diff-multiple.svg';
import discard from '@vscode/codicons/src/icons/discard.svg';
import edit from '@vscode/codicons/src/icons/edit.svg';
import ellipsis from '@vscode/codicons/src/icons/ellipsis.svg';
import error from '@vscode/codicons/src/icons/error.svg';
import fileMedia from '@vscode/codicons/src/icons/file-media.svg';
import fold from '@vscode/codicons/src/icons/fold.svg';
import foldDown from '@vscode/codicons/src/icons/fold-down.svg';
import gitCommit from '@vscode/codicons/src/icons/git-commit.svg';
import gitMerge from '@vscode/codicons/src/icons/git-merge.svg';
import gitPullRequest from '@vscode/codicons/src/icons/git-pull-request.svg';
import gitPullRequestClosed from '@vscode/codicons/src/icons/git-pull-request-closed.svg';
import gitPullRequestDraft from '@vscode/codicons/src/icons/git-pull-request-draft.svg';
import gitPullRequestGoToChanges from '@vscode/codicons/src/icons/git-pull-request-go-to-changes.svg';
import globe from '@vscode/codicons/src/icons/globe.svg';
import goToFile from '@vscode/codicons/src/icons/go-to-file.svg';
import clock from '@vscode/codicons/src/icons/history.svg';
import issues from '@vscode/codicons/src/icons/issues.svg';
import layers from '@vscode/codicons/src/icons/layers.svg';
import link from '@vscode/codicons/src/icons/link.svg';
import linkExternal from '@vscode/codicons/src/icons/link-external.svg';
import mail from '@vscode/codicons/src/icons/mail.svg';
import mention from '@vscode/codicons/src/icons/mention.svg';
import output from '@vscode/codicons/src/icons/output.svg';
import pass from '@vscode/codicons/src/icons/pass.svg';
import playCircle from '@vscode/codicons/src/icons/play-circle.svg';
import question from '@vscode/codicons/src/icons/question.svg';
import quote from '@vscode/codicons/src/icons/quote.svg';
import reply from '@vscode/codicons/src/icons/reply.svg';
import shield from '@vscode/codicons/src/icons/shield.svg';
import sync from '@vscode/codicons/src/icons/sync.svg';
import tag from '@vscode/codicons/src/icons/tag.svg';
import trash from '@vscode/codicons/src/icons/trash.svg';
import verified from '@vscode/codicons/src/icons/verified.svg';
import warning from '@vscode/codicons/src/icons/warning.svg';
import whitespace from '@vscode/codicons/src/icons/whitespace.svg';
import wordWrap from '@vscode/codicons/src/icons/word-wrap.svg';
import type { Icon } from '../src/platform/model/icon.ts';

/** The icons of the pages, by their codicon names. A page may load neither fonts nor images. Reasons: docs/decisions/page-icons.md. */
const icons: Readonly<Record<Icon, string>> = {
	account,
	add,
	'arrow-down': arrowDown,
	'arrow-up': arrowUp,
	check,
	'chevron-down': chevronDown,
	'chevron-right': chevronRight,
	'circle-slash': circleSlash,
	clock,
	close,
	'cloud-upload': cloudUpload,
	combine,
	comment,
	'comment-discussion': commentDiscussion,
	'comment-draft': commentDraft,
	copy,
	'debug-disconnect': debugDisconnect,
	diff,
	'diff-multiple': diffMultiple,
	discard,
	edit,
	ellipsis,
	error,
	'file-media': fileMedia,
	fold,
	'fold-down': foldDown,
	'git-commit': gitCommit,
	'git-merge': gitMerge,
	'git-pull-request': gitPullRequest,
	'git-pull-request-closed': gitPullRequestClosed,
	'git-pull-request-draft': gitPullRequestDraft,
	'git-pull-request-go-to-changes': gitPullRequestGoToChanges,
	globe,
	'go-to-file': goToFile,
	issues,
	layers,
	link,
	'link-external': linkExternal,
	mail,
	mention,
	output,
	pass,
	'play-circle': playCircle,
	question,
	quote,
	reply,
	shield,
	sync,
	tag,
	trash,
	verified,
	warning,
	whitespace,
	'word-wrap': wordWrap,
};

Object.assign(globalThis, { icons });

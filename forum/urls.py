"""Addresses of the forum, its moderation, announcements and the change log."""

from django.urls import path

from forum.views import (
    boards,
    composer,
    feeds,
    following,
    lists,
    moderation,
    operators,
    people,
    posts,
    studies,
    threads,
    tools,
    topics,
)

urlpatterns = [
    # Reading
    path("forum/", lists.index, name="forum"),
    path("forum/c/<slug:slug>/", lists.category, name="forum_category"),
    path("forum/unread/", lists.unread, name="forum_unread"),
    path("forum/read/", lists.mark_read, name="forum_mark_read"),
    path("forum/bookmarks/", lists.bookmarks, name="forum_bookmarks"),
    path("forum/drafts/", lists.drafts, name="forum_drafts"),
    path("forum/search/", lists.find, name="forum_search"),
    path("forum/users/<str:username>/", lists.user_posts, name="forum_user"),
    path("forum/removal/", lists.removal, name="forum_removal"),
    path("forum/topics/<int:topic_id>/", topics.topic, name="forum_topic"),
    path("forum/topics/<int:topic_id>/unread/", topics.first_unread, name="forum_first_unread"),
    path("forum/posts/<int:post_id>/", topics.post, name="forum_post"),
    path("forum/posts/<int:post_id>/history/", posts.history, name="forum_history"),
    # Threads of other things, and games in posts
    path("forum/of/<slug:kind>/<slug:key>/", threads.thread, name="forum_thread"),
    path("forum/of/<slug:kind>/<slug:key>/post/", threads.thread_post, name="forum_thread_post"),
    path("forum/of/game/<int:game_id>/say/", threads.game_say, name="forum_game_say"),
    path("forum/board/", boards.board, name="forum_board"),
    # Studies, and plans that are shown
    path("forum/studies/", studies.studies, name="forum_studies"),
    path("forum/studies/of/<int:game_id>/", studies.study_new, name="forum_study_new"),
    path("forum/studies/<int:study_id>/", studies.study, name="forum_study"),
    path("forum/studies/<int:study_id>/edit/", studies.study_edit, name="forum_study_edit"),
    path("forum/plans/<int:plan_id>/", studies.plan, name="forum_plan"),
    path("forum/plans/<int:plan_id>/share/", studies.plan_share, name="forum_plan_share"),
    # Feeds
    path("forum/feed/", feeds.PostFeed(), name="forum_feed"),
    path("forum/c/<slug:slug>/feed/", feeds.CategoryFeed(), name="forum_category_feed"),
    path("forum/topics/<int:topic_id>/feed/", feeds.TopicFeed(), name="forum_topic_feed"),
    path("forum/users/<str:username>/feed/", feeds.UserFeed(), name="forum_user_feed"),
    # Writing
    path("forum/new/", topics.new_topic, name="forum_new_topic"),
    path("forum/topics/<int:topic_id>/reply/", topics.reply, name="forum_reply"),
    path("forum/preview/", composer.preview, name="forum_preview"),
    path("forum/draft/", composer.save_draft, name="forum_draft_save"),
    path("forum/names/", composer.names, name="forum_names"),
    path("forum/posts/<int:post_id>/quote/", composer.quote, name="forum_quote"),
    path("forum/posts/<int:post_id>/edit/", posts.edit, name="forum_edit"),
    path("forum/posts/<int:post_id>/withdraw/", posts.withdraw, name="forum_withdraw"),
    path("forum/posts/<int:post_id>/back/", posts.bring_back, name="forum_bring_back"),
    path("forum/posts/<int:post_id>/thanks/", posts.thank, name="forum_thank"),
    path("forum/posts/<int:post_id>/bookmark/", posts.bookmark, name="forum_bookmark"),
    path("forum/posts/<int:post_id>/unread/", posts.mark_unread, name="forum_mark_unread"),
    path("forum/posts/<int:post_id>/answer/", posts.solve, name="forum_solve"),
    path("forum/posts/<int:post_id>/report/", posts.report, name="forum_report"),
    # Following and voting
    path("forum/topics/<int:topic_id>/follow/", following.follow_topic, name="forum_follow"),
    path("forum/c/<slug:slug>/follow/", following.follow_category, name="forum_follow_category"),
    path("forum/topics/<int:topic_id>/vote/", following.vote_topic, name="forum_vote"),
    path("forum/topics/<int:topic_id>/poll/", following.vote_poll, name="forum_poll_vote"),
    path("forum/unsubscribe/<str:token>/", following.unsubscribe, name="forum_unsubscribe"),
    # Moderation
    path("forum/log/games/", moderation.games_log, name="forum_games_log"),
    path("forum/moderation/", moderation.queue, name="forum_queue"),
    path(
        "forum/moderation/reports/<int:report_id>/", moderation.report_act, name="forum_report_act"
    ),
    path("forum/moderation/log/", moderation.log, name="forum_log"),
    path("forum/moderation/log/<int:entry_id>/", moderation.review, name="forum_review"),
    path("forum/moderation/words/", moderation.words, name="forum_words"),
    path(
        "forum/moderation/appeals/<int:appeal_id>/",
        moderation.decide_appeal,
        name="forum_appeal_decide",
    ),
    path("forum/moderation/people/<str:username>/", people.person, name="forum_person"),
    path("forum/moderation/people/<str:username>/note/", people.note, name="forum_note"),
    path(
        "forum/moderation/people/<str:username>/sanction/", people.sanction, name="forum_sanction"
    ),
    path("forum/moderation/people/<str:username>/erase/", people.erase, name="forum_erase"),
    path("forum/moderation/sanctions/<int:sanction_id>/", people.lift, name="forum_lift"),
    path("forum/topics/<int:topic_id>/manage/", tools.manage_topic, name="forum_manage_topic"),
    path("forum/posts/<int:post_id>/remove/", tools.remove_post, name="forum_remove_post"),
    path("forum/appeal/", people.appeal, name="forum_appeal"),
    # Operators
    path("operator/forum/", operators.categories, name="forum_categories"),
    path("operator/forum/new/", operators.category_edit, name="forum_category_new"),
    path("operator/forum/<slug:slug>/", operators.category_edit, name="forum_category_edit"),
    path("operator/announcements/", operators.announcements, name="forum_announcements"),
    path(
        "operator/announcements/<int:announcement_id>/end/",
        operators.announcement_stop,
        name="forum_announcement_end",
    ),
    path(
        "announcements/<int:announcement_id>/dismiss/",
        operators.dismiss,
        name="forum_announcement_dismiss",
    ),
    path("changes/", operators.changes, name="changes"),
]
